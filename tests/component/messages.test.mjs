// The interface `messages` at its edges, and on drawn conversations beside `tooltrim/messages`.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as js from "tooltrim/messages";
import { broken, formats, valid } from "../conversations/index.mjs";
import { runs } from "../runs.mjs";
import { instantiate, outcome } from "./host.mjs";
import { repaired } from "./inputs.mjs";

const { messages } = instantiate();
const text = JSON.stringify;
/** Written as `JSON.stringify` alone does not, so that what is written anew is no match. */
const spaced = (value) => JSON.stringify(value, null, 1);

/** The functions; each answers its result, or code and message of the error. */
const component = Object.fromEntries(
  Object.entries(messages).map(([name, run]) => {
    const call = (...given) => {
      const { result, error } = outcome(() => run(...given));
      return error ? `${error.code} ${error.message}` : result;
    };
    return [name, call];
  }),
);

const call = (id) => ({ type: "tool_use", id, name: "ls", input: { path: "src" } });
const answer = (id, content = "lib.rs") => ({ type: "tool_result", tool_use_id: id, content });
const asked = { role: "user", content: "Which files are there?" };
const whole = [asked, { role: "assistant", content: [call("a")] }, { role: "user", content: [answer("a")] }];

test("where nothing changes, the very text comes back", () => {
  for (const input of [spaced(whole), " [ ]\n"]) {
    const untouched = { messages: input, changed: false, edits: "[]", repairs: [], problems: [] };
    assert.deepEqual(component.repairMessages(input), untouched);
    assert.equal(component.applyEdits(input, " [ ] "), input);
  }
  for (const input of [spaced([asked, { role: "assistant", content: "None." }]), " [ ]\n"]) {
    assert.equal(component.renderAsText(input), input);
  }
});

test("edits are read in each of their shapes, and become a patch", () => {
  const edits = [
    { text: "/0/content", value: "Which?" },
    { set: "/1/content/0/input", value: { path: ["~", 1.5, null] } },
    { drop: "/2/content/0" },
    { insert: "/2/content/0", part: { type: "text", text: "hi" } },
    { insert: 3, message: { role: "assistant", content: "None." } },
  ];
  assert.equal(component.applyEdits(spaced(whole), text(edits)), text(js.applyEdits(whole, edits)));
  assert.deepEqual(JSON.parse(component.toJsonPatch(text(edits))), js.toJsonPatch(edits));
  assert.equal(component.toJsonPatch("[]"), "[]");
});

test("what is no edit is refused, with its number", () => {
  const rules = [
    [{}, "{} is no edit: it has none of text, set, drop, insert"],
    [7, "7 is no edit: it has none of text, set, drop, insert"],
    ["edit", '"edit" is no edit: it has none of text, set, drop, insert'],
    [{ drop: "0" }, '"0" is not a JSON Pointer into the messages'],
    [{ drop: 1 }, "1 is not a JSON Pointer into the messages"],
    [{ insert: -1, message: {} }, "-1 is not a JSON Pointer into the messages"],
    [{ text: "/1", value: 1 }, '"/1" is to become a text, and none is given'],
    [{ set: "/1" }, '"/1" needs a member `value`'],
    [{ insert: 1 }, "1 needs a member `message`"],
    [{ insert: "/1" }, '"/1" needs a member `part`'],
  ];
  for (const [edit, rule] of rules) {
    const message = `INVALID_OPTION edits[1]: ${rule}`;
    assert.equal(component.applyEdits(text(whole), text([{ drop: "/0" }, edit])), message);
    assert.equal(component.toJsonPatch(text([{ drop: "/0" }, edit])), message);
  }
  assert.equal(component.toJsonPatch("{}"), "INVALID_OPTION edits: is not a list");
  const unfinished = "INVALID_OPTION edits: is not JSON: EOF while parsing a list at line 1 column 1";
  assert.equal(component.applyEdits("[]", "["), unfinished);
  const again = 'INVALID_OPTION edits[1]: "/0" is named by another edit, too';
  assert.equal(component.applyEdits(text(whole), '[{"drop":"/0"},{"drop":"/0"}]'), again);
  assert.equal(component.applyEdits(text(whole), '[{"drop":"/7"}]'), 'INVALID_OPTION edits[0]: "/7" leads nowhere');
});

const { toJsonPatch: _, detectFormat, applyEdits, ...readers } = component;
const takers = { detectFormat, applyEdits: (input) => applyEdits(input, "[]"), ...readers };

test("a text that is not JSON is refused with the position", () => {
  const message = "INVALID_MESSAGES messages: is not JSON: expected `,` or `]` at line 2 column 3";
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  for (const take of Object.values(takers)) {
    assert.equal(take('[{}\n  {"role": 1}]'), message);
    assert.match(take(""), /^INVALID_MESSAGES messages: is not JSON: EOF .* line 1 column 0$/);
    assert.match(take(deep), /^INVALID_MESSAGES messages: is not JSON: recursion limit exceeded at line 1 column /);
  }
});

test("what is no list of messages is refused, and what no format knows", () => {
  const object = "INVALID_MESSAGES messages: an object is not a list";
  assert.equal(takers.applyEdits("{}"), object);
  for (const take of Object.values(readers)) {
    assert.equal(take("{}"), object);
    assert.equal(take("[1]"), "INVALID_MESSAGES messages/0: a number is not a message");
    assert.match(take('[{"a":1}]'), /^UNKNOWN_FORMAT messages: /);
  }
});

test("an instance goes on after an error", () => {
  assert.match(component.repairMessages("{"), /^INVALID_MESSAGES /);
  assert.equal(component.detectFormat(text(whole)), "anthropic");
});

test("a lone surrogate is read as U+FFFD, wherever it is, and a pair stays", () => {
  const odd = 'a\ud800b\udc00\ud83d\ude80\\ud800 "\ud83d" \\\ud83d\udc00\\';
  const given = [{ ...asked, content: odd }, whole[1], { role: "user", content: [answer("a", odd)] }];
  assert.equal(JSON.parse(component.extractToolCalls(text(given)))[0].result, odd.toWellFormed());
  // Escapes, as a host may write any char.
  const escaped = (more) =>
    `[{"role":"user","content":"\\ud83d\\ude80\\\\ud83d\\uDE80\\ud83d\\n\\u0041\\udc00\u00e9${more}"}]`;
  const edited = component.applyEdits(escaped(""), '[{"set":"/0/n","value":1}]');
  assert.equal(JSON.parse(edited)[0].content, "\u{1f680}\\ud83d\ufffd\ufffd\nA\ufffd\u00e9");
  for (const wrong of ["\\ud8", "\\u00g0", "\\x", "\\u\u00e9\u00e9"]) {
    assert.match(component.renderAsText(escaped(wrong)), /^INVALID_MESSAGES messages: is not JSON: .*escape/);
  }
});

test("numbers, the order of members and what is not known go through", () => {
  const numbers = "[9007199254740993,-0.1,1.1682107754983593e-269,1e-7,18446744073709551615]";
  const odd = `{"role":"user","z":${numbers},"a":null,"content":"hi","10":true,"2":[]}`;
  const given = `[ ${odd}, {"role": "assistant", "content": "x"} ]`;
  assert.equal(component.applyEdits(given, '[{"drop":"/1"}]'), `[${odd}]`);
});

/** What JSON keeps: no classes, no `undefined`. */
const plain = (value) => JSON.parse(JSON.stringify(value));

/** The same with numbers that both languages write alike: where one needs an exponent, the other may not. */
const alike = (value) => JSON.parse(JSON.stringify(value), (_, value) => (isOdd(value) ? 0.5 : value));
const isOdd = (value) =>
  typeof value === "number" && value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-4);

/** What the component says, in JavaScript's shapes. */
const said = (given) => ({
  format: messages.detectFormat(given) ?? null,
  problems: messages.validateMessages(given),
  calls: JSON.parse(messages.extractToolCalls(given)),
  repaired: repaired(messages.repairMessages(given)),
  rendered: JSON.parse(messages.renderAsText(given, undefined, "brackets")),
});

/** What the package says; both may say that the format is not known. */
function packageSaid(given) {
  try {
    const result = {
      format: js.detectFormat(given),
      problems: js.validateMessages(given),
      calls: js.extractToolCalls(given),
      repaired: js.repairMessages(given),
      rendered: js.renderAsText(given, { rendering: "brackets" }),
    };
    return { result: plain(result) };
  } catch ({ code, message }) {
    return { error: { code, message } };
  }
}

for (const { name } of formats) {
  test(`drawn conversations, ${name}: the same as in JavaScript`, () => {
    const drawn = fc.oneof(valid(name), broken(name));
    const property = fc.property(drawn, (one) => {
      const given = alike(one.messages);
      assert.deepEqual(
        outcome(() => said(text(given))),
        packageSaid(given),
      );
    });
    fc.assert(property, runs(12));
  });
}

test("memory does not grow from call to call", () => {
  const { messages, memory } = instantiate();
  const long = "a line of some length, with an end.\n".repeat(100);
  const exchanges = Array.from({ length: 300 }, (_, at) => [
    { role: "assistant", content: [call(`call_${at}`)] },
    { role: "user", content: at % 7 === 0 ? "Go on." : [answer(`call_${at}`, long)] },
  ]);
  const input = text([asked, ...exchanges.flat()]);
  const round = () => {
    messages.extractToolCalls(input);
    messages.renderAsText(input);
    const { edits } = messages.repairMessages(input);
    messages.applyEdits(input, edits);
    messages.toJsonPatch(edits);
    outcome(() => messages.validateMessages(input.slice(0, -1)));
  };
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
