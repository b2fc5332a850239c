// The interface `messages` at its edges; what it computes is the core's, compared with `tooltrim/messages` in every format.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as js from "tooltrim/messages";
import { broken, valid } from "../conversations/index.mjs";
import { instantiate, outcome } from "./host.mjs";

const { messages, calls } = instantiate();
const text = JSON.stringify;

const call = (id, name = "ls", input = { path: "src" }) => ({ type: "tool_use", id, name, input });
const answer = (id, content = "lib.rs") => ({ type: "tool_result", tool_use_id: id, content });
const asked = { role: "user", content: "Which files are there?" };
const whole = [asked, { role: "assistant", content: [call("a")] }, { role: "user", content: [answer("a")] }];
const open = [asked, { role: "assistant", content: [call("a")] }, { role: "user", content: "Never mind." }];
/** Written as `JSON.stringify` does not, so that a copy is no match. */
const spaced = (value) => JSON.stringify(value, null, 1);

const formats = ["openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "vscode"];
const samples = {
  "openai-chat": [{ role: "tool", tool_call_id: "a", content: "hi" }],
  "openai-responses": [{ type: "function_call", call_id: "a", name: "ls", arguments: "{}" }],
  anthropic: whole,
  gemini: [{ role: "model", parts: [{ text: "hi" }] }],
  "ai-sdk": [{ role: "user", parts: [{ type: "text", text: "hi" }] }],
  vscode: [{ role: 1, content: [{ kind: "text", value: "hi" }] }],
};

/** What it returns, or what it is refused for; never anything else. */
const said = (call) => {
  const { result, error } = outcome(call);
  return error ? `${error.code} ${error.message}` : result;
};
const refusal = (code, message) => `${code} ${message}`;

test("each format is found and named", () => {
  for (const format of formats) assert.equal(said(() => messages.detectFormat(text(samples[format]))), format);
  for (const nothing of ["[]", "{}", "null", '[{"a":1}]', "[1]"]) {
    assert.equal(said(() => messages.detectFormat(nothing)), undefined);
  }
});

test("each format can be given", () => {
  for (const format of formats) {
    assert.deepEqual(said(() => messages.validateMessages("[]", format)), []);
    assert.ok(Array.isArray(said(() => messages.validateMessages(text(samples[format]), format))), format);
  }
  const plain = text([{ role: "user", content: "" }]);
  const providers = (format) => said(() => messages.validateMessages(plain, format))[0]?.providers;
  assert.deepEqual([providers("anthropic"), providers("openai-chat")], [["anthropic"], undefined]);
});

test("calls come with their results, as computeTruncation takes them", () => {
  const [found] = said(() => messages.extractToolCalls(text(whole), undefined));
  assert.deepEqual(found, {
    call: {
      callId: "a",
      name: "ls",
      args: '{"path":"src"}',
      result: "lib.rs",
      isError: false,
      tokenCount: undefined,
      category: undefined,
    },
    isAnswered: true,
    isHosted: false,
    group: 0,
    callPath: "/1/content/0",
    resultPath: "/2/content/0",
  });
  assert.deepEqual(said(() => calls.computeTruncation([found.call], undefined)).recentCallIds, ["a"]);
  const [unanswered] = said(() => messages.extractToolCalls(text(open), undefined));
  assert.deepEqual(
    [unanswered.isAnswered, unanswered.call.result, unanswered.resultPath],
    [false, "", undefined],
  );
});

test("problems have their place, rule, words and providers", () => {
  assert.deepEqual(said(() => messages.validateMessages(text(open), undefined)), [
    {
      path: "/1/content/0",
      rule: "call-without-result",
      message: "the call a has no result",
      providers: ["anthropic"],
    },
  ]);
});

test("a repair comes with its edits, which do the same", () => {
  const repaired = said(() => messages.repairMessages(text(open), undefined));
  assert.deepEqual([repaired.changed, repaired.problems, repaired.reason], [true, [], undefined]);
  assert.deepEqual(repaired.repairs, [{ path: "/1/content/0", rule: "call-without-result", action: "inserted" }]);
  assert.equal(said(() => messages.applyEdits(text(open), repaired.edits)), repaired.messages);
  assert.deepEqual(js.applyEdits(open, JSON.parse(repaired.edits)), JSON.parse(repaired.messages));
  assert.deepEqual(said(() => messages.validateMessages(repaired.messages, undefined)), []);
});

test("where nothing changes, the very text comes back", () => {
  const input = spaced(whole);
  const { messages: output, changed, edits } = said(() => messages.repairMessages(input, undefined));
  assert.deepEqual([output, changed, edits], [input, false, "[]"]);
  assert.equal(said(() => messages.applyEdits(input, " [ ] ")), input);
  const untold = spaced([asked, { role: "assistant", content: "None." }]);
  assert.equal(said(() => messages.renderAsText(untold, undefined, undefined)), untold);
  const empty = " [ ]\n";
  assert.equal(said(() => messages.repairMessages(empty, undefined)).messages, empty);
  assert.equal(said(() => messages.renderAsText(empty, "gemini", "brackets")), empty);
});

test("calls and results are rendered as text in either way", () => {
  const rendered = (rendering) => {
    const [, { content: said1 }, { content: said2 }] = JSON.parse(
      said(() => messages.renderAsText(text(whole), undefined, rendering)),
    );
    return [said1[0].text, said2[0].text];
  };
  const comments = ['<!-- prior-tool: ls | id: a | args: {"path":"src"} -->', "<!-- prior-tool-result: a -->\nlib.rs"];
  assert.deepEqual(rendered(undefined), comments);
  assert.deepEqual(rendered("comments"), comments);
  assert.match(rendered("brackets")[0], /^\[Tool Call: ls\(/);
});

test("edits are read in each of their shapes, and become a patch", () => {
  const edits = [
    { text: "/0/content", value: "Which?" },
    { set: "/1/content/0/input", value: { path: ["~", 1.5, null] } },
    { drop: "/2/content/0" },
    { insert: "/2/content/0", part: { type: "text", text: "hi" } },
    { insert: 3, message: { role: "assistant", content: "None." } },
  ];
  const edited = said(() => messages.applyEdits(spaced(whole), text(edits)));
  assert.equal(edited, text(js.applyEdits(whole, edits)));
  assert.deepEqual(JSON.parse(said(() => messages.toJsonPatch(text(edits)))), js.toJsonPatch(edits));
  assert.equal(said(() => messages.toJsonPatch("[]")), "[]");
});

test("what is no edit is refused, with its number", () => {
  const wrong = (edit) => said(() => messages.applyEdits(text(whole), text([{ drop: "/0" }, edit])));
  const rules = [
    [{}, "{} is no edit: it has none of text, set, drop, insert"],
    [7, "7 is no edit: it has none of text, set, drop, insert"],
    [{ drop: "0" }, '"0" is not a JSON Pointer into the messages'],
    [{ drop: 1 }, "1 is not a JSON Pointer into the messages"],
    [{ insert: -1, message: {} }, "-1 is not a JSON Pointer into the messages"],
    [{ text: "/1", value: 1 }, '"/1" is to become a text, and none is given'],
    [{ set: "/1" }, '"/1" needs a member `value`'],
    [{ insert: 1 }, "1 needs a member `message`"],
    [{ insert: "/1" }, '"/1" needs a member `part`'],
    [{ drop: "/7" }, '"/7" leads nowhere'],
    [{ drop: "/0" }, '"/0" is named by another edit, too'],
  ];
  for (const [edit, rule] of rules) assert.equal(wrong(edit), refusal("INVALID_OPTION", `edits[1]: ${rule}`));
  assert.equal(said(() => messages.toJsonPatch("[{}]")), refusal("INVALID_OPTION", `edits[0]: ${rules[0][1]}`));
  assert.equal(said(() => messages.toJsonPatch("{}")), refusal("INVALID_OPTION", "edits: is not a list"));
  assert.equal(
    said(() => messages.applyEdits("[]", "[")),
    refusal("INVALID_OPTION", "edits: is not JSON: EOF while parsing a list at line 1 column 1"),
  );
});

/** All functions that take messages. */
const takers = {
  detectFormat: (input) => messages.detectFormat(input),
  extractToolCalls: (input) => messages.extractToolCalls(input, undefined),
  validateMessages: (input) => messages.validateMessages(input, undefined),
  repairMessages: (input) => messages.repairMessages(input, undefined),
  applyEdits: (input) => messages.applyEdits(input, "[]"),
  renderAsText: (input) => messages.renderAsText(input, undefined, undefined),
};

test("a text that is not JSON is refused with the position", () => {
  const expected = refusal("INVALID_MESSAGES", "messages: is not JSON: expected `,` or `]` at line 2 column 3");
  for (const take of Object.values(takers)) assert.equal(said(() => take('[{}\n  {"role": 1}]')), expected);
  assert.match(said(() => takers.repairMessages("")), /^INVALID_MESSAGES messages: is not JSON: EOF .* line 1 column 0$/);
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  for (const take of Object.values(takers)) assert.match(said(() => take(deep)), /^INVALID_MESSAGES .*recursion limit/);
});

test("what is no list of messages is refused, and what no format knows", () => {
  const { detectFormat: _, applyEdits: edits, ...others } = takers;
  const object = refusal("INVALID_MESSAGES", "messages: an object is not a list");
  assert.equal(said(() => edits("{}")), object);
  for (const take of Object.values(others)) {
    assert.equal(said(() => take("{}")), object);
    assert.match(said(() => take("[1]")), /^INVALID_MESSAGES messages\/0: a number is not a message$/);
    assert.match(said(() => take('[{"a":1}]')), /^UNKNOWN_FORMAT messages: /);
  }
});

test("an instance goes on after an error", () => {
  assert.ok(outcome(() => takers.repairMessages("{")).error);
  assert.equal(said(() => messages.detectFormat(text(whole))), "anthropic");
});

test("a lone surrogate is read as U+FFFD, wherever it is, and a pair stays", () => {
  const odd = 'a\ud800b\udc00\ud83d\ude80\\ud800 "\ud83d" \\\ud83d\udc00\\';
  const input = [{ ...asked, content: odd }, ...whole.slice(1, 2), { role: "user", content: [answer("a", odd)] }];
  const [{ call: found }] = said(() => messages.extractToolCalls(text(input), undefined));
  assert.equal(found.result, odd.toWellFormed());
  // Escapes, as a host may write any char.
  const escaped = '[{"role":"user","content":"\\ud83d\\ude80\\\\ud83d\\uDE80\\ud83d\\n\\u0041\\ud8"}]';
  assert.match(said(() => messages.renderAsText(escaped, undefined, undefined)), /^INVALID_MESSAGES .*escape/);
  const edited = said(() => messages.applyEdits(escaped.replace("\\ud8\"", '"'), '[{"set":"/0/n","value":1}]'));
  assert.equal(JSON.parse(edited)[0].content, "\u{1f680}\\ud83d\ufffd\ufffd\nA");
});

test("numbers, the order of members and what is not known go through", () => {
  const odd = '{"role":"user","z":[9007199254740993,-0.1,1e-7,18446744073709551615],"a":null,"content":"hi","10":1,"2":[]}';
  const edited = said(() => messages.applyEdits(`[${odd}, {"role":"assistant","content":"x"}]`, '[{"drop":"/1"}]'));
  assert.equal(edited, `[${odd}]`);
});

/** Written and read by JSON, as the component does: no classes, no `undefined`. */
const plain = (value) => JSON.parse(JSON.stringify(value));

/** The same with numbers that both languages write alike: where one needs an exponent, the other may not. */
const alike = (value) => JSON.parse(JSON.stringify(value), (_, value) => (isOdd(value) ? 0.5 : value));
const isOdd = (value) => typeof value === "number" && value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-4);

/** Results as the component has them. */
const asComponent = ({ callId, name, args, result, isError, isAnswered, isHosted, group, callPath, resultPath }) => ({
  call: { callId, name, args, result, isError },
  isAnswered,
  isHosted,
  group,
  callPath,
  resultPath,
});
const asJs = ({ call: { args, tokenCount, category, ...found }, resultPath, ...rest }) => ({
  call: { ...found, args: args === undefined ? null : JSON.parse(args) },
  ...rest,
  resultPath: resultPath ?? null,
});

/** What JavaScript says to the same, an error as `said` has it. */
const jsSaid = (call) => {
  try {
    return call();
  } catch (error) {
    if (!error.code) throw error;
    return `${error.code} ${error.message}`;
  }
};

/** Bytes are lists of numbers in JSON and lose what they are; a call that is none of the format stays apart. */
for (const name of [...formats.filter((format) => format !== "vscode")]) {
  for (const [kind, draw] of Object.entries({ valid, broken })) {
    test(`${kind} conversations of ${name}: the same as in JavaScript`, () => {
      const property = fc.property(draw(name), ({ messages: drawn }) => {
        const given = alike(drawn);
        const input = text(given);
        const same = (own, other) => assert.deepEqual(said(own), jsSaid(other));
        same(
          () => messages.detectFormat(input) ?? null,
          () => js.detectFormat(given),
        );
        same(
          () => messages.validateMessages(input, undefined),
          () => js.validateMessages(given),
        );
        same(
          () => messages.extractToolCalls(input, undefined).map(asJs),
          () => plain(js.extractToolCalls(given).map(asComponent)),
        );
        same(
          () => {
            const { messages: output, edits, reason, ...rest } = messages.repairMessages(input, undefined);
            return { messages: JSON.parse(output), edits: JSON.parse(edits), reason: reason ?? null, ...rest };
          },
          () => plain(js.repairMessages(given)),
        );
        same(
          () => JSON.parse(messages.renderAsText(input, undefined, "brackets")),
          () => plain(js.renderAsText(given, { rendering: "brackets" })),
        );
      });
      fc.assert(property, { numRuns: 100 });
    });
  }
}

test("memory does not grow from call to call", () => {
  const { messages, memory } = instantiate();
  const long = "a line of some length, with an end.\n".repeat(100);
  const many = Array.from({ length: 300 }, (_, at) => [
    { role: "assistant", content: [call(`call_${at}`)] },
    { role: "user", content: at % 7 === 0 ? "Go on." : [answer(`call_${at}`, long)] },
  ]).flat();
  const input = text([asked, ...many]);
  const round = () => {
    messages.extractToolCalls(input, undefined);
    messages.renderAsText(input, undefined, undefined);
    const { edits } = messages.repairMessages(input, undefined);
    messages.applyEdits(input, edits);
    messages.toJsonPatch(edits);
    outcome(() => messages.validateMessages(input.slice(0, -1), undefined));
  };
  round();
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
