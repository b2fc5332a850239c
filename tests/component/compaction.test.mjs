// The interface `compaction` at its edges, and on drawn conversations beside `tooltrim`.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as js from "tooltrim";
import { formats, valid } from "../conversations/index.mjs";
import { runs } from "../runs.mjs";
import { instantiate, outcome } from "./host.mjs";
import { compacted } from "./inputs.mjs";

const { compaction } = instantiate();
const text = JSON.stringify;

/** What compaction gives, or code and message of the error. */
function compact(messages, options, state, request) {
  const given = typeof messages === "string" ? messages : text(messages);
  const { result, error } = outcome(() =>
    compaction.compactMessages(given, typeof options === "string" ? options : text(options), state, request),
  );
  return error ? `${error.code} ${error.message}` : result;
}

const lines = (number) => Array.from({ length: 60 }, (_, at) => `berth ${number}.${at} took ${at * 7} ms\n`).join("");
const exchange = (number) => [
  {
    role: "assistant",
    content: [{ type: "tool_use", id: `t${number}`, name: "ls", input: { path: `src/${number}` } }],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `t${number}`, content: lines(number) }] },
];
const session = (length) => [
  { role: "user", content: "Which berths are free?" },
  ...Array.from({ length }, (_, at) => exchange(at)).flat(),
];
const options = { window: { chars: 12_000 }, recentCallsToKeep: 2 };

test("where nothing changes, the very text comes back", () => {
  const spaced = JSON.stringify(session(2), null, 1);
  const answer = compact(spaced, options);
  assert.deepEqual([answer.messages, answer.changed, answer.edits, answer.notice], [spaced, false, "[]", undefined]);
  assert.equal(compact(" [ ]\n", options).messages, " [ ]\n");
});

test("a bill corrects the estimate", () => {
  const inTokens = { window: { tokens: 20_000 } };
  const { report, state } = compact(session(10), inTokens);
  const { tokens } = JSON.parse(report).after;
  const billed = compact(session(10), inTokens, compaction.observe(state, tokens * 2, tokens));
  assert.equal(JSON.parse(billed.report).before.tokens, tokens * 2);
  for (const wrong of [Number.NaN, -1]) {
    assert.equal(outcome(() => compaction.observe(state, wrong, 1)).error.code, "INVALID_OPTION");
    assert.equal(outcome(() => compaction.observe(state, 1, wrong)).error.code, "INVALID_OPTION");
  }
});

test("options are those of TypeScript, and are refused with its words", () => {
  const wrongs = [
    { windows: 1 },
    { window: 1 },
    { window: "all" },
    { window: { tokens: 1 }, reserve: { chars: 1 } },
    {},
    { ...options, compactTo: 1.5 },
    { ...options, style: "fold" },
    { ...options, tools: { ls: { keep: "some" } } },
    { ...options, tools: { ls: { result: { maxChars: -1 } } } },
    { ...options, protectedPaths: ["src", 1] },
    { ...options, onInvalid: null },
    { ...options, economics: { cacheRead: "free" } },
    { ...options, format: "xml" },
    { ...options, triggerAt: true },
  ];
  for (const wrong of wrongs) {
    let said;
    try {
      js.compactMessages(session(1), wrong);
    } catch ({ code, message }) {
      said = `${code} ${message}`;
    }
    // JavaScript also lists the options that stay with it: functions, a store.
    assert.equal(compact(session(1), wrong), said.replace(", create, tokens, redact, onEvent, state, store", ""));
  }
  assert.equal(compact("[]", "[]"), "INVALID_OPTION options: [] is not an object");
  assert.equal(compact("[]", "7"), "INVALID_OPTION options: 7 is not an object");
  assert.match(compact("[]", "{"), /^INVALID_OPTION options: is not JSON: EOF .* line 1 column 1$/);
  const share = "INVALID_OPTION compactTo: 2 is not a number from 0 to 1";
  assert.equal(compact("[]", options, undefined, { compactTo: 2 }), share);
  assert.match(compact("[]", options, undefined, { compactTo: Number.NaN }), /^INVALID_OPTION compactTo: /);
});

test("what is no state is refused", () => {
  const message = "INVALID_OPTION state: is not a state of a compactor";
  for (const state of ["null", "{}", "[]", '{"version":3}']) {
    assert.equal(compact(session(1), options, state), message);
    assert.equal(outcome(() => compaction.undo(state)).error.message, message.slice(15));
  }
  assert.match(compact(session(1), options, "{"), /^INVALID_OPTION state: is not JSON: EOF /);
});

test("messages that are none are refused", () => {
  assert.match(compact("[{", options), /^INVALID_MESSAGES messages: is not JSON: EOF /);
  assert.equal(compact("{}", options), "INVALID_MESSAGES messages: an object is not a list");
  assert.equal(compact("[1]", options), "INVALID_MESSAGES messages/0: a number is not a message");
  assert.match(compact('[{"a":1}]', options), /^UNKNOWN_FORMAT messages: /);
  const broken = session(2).slice(0, -1).concat({ role: "user", content: "Never mind." });
  assert.match(compact(broken, { ...options, onInvalid: "throw" }), /^INVALID_MESSAGES messages\/3/);
  assert.equal(JSON.parse(compact(broken, options).report).problems[0].rule, "call-without-result");
});

/** The same with numbers that both languages write alike: where one needs an exponent, the other may not. */
const alike = (value) => JSON.parse(JSON.stringify(value), (_, value) => (isOdd(value) ? 0.5 : value));
const isOdd = (value) =>
  typeof value === "number" && value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-4);

const whole = ({ messages, changed, edits, report, notice, state }) =>
  JSON.parse(JSON.stringify({ messages, changed, edits, report, notice, state }));

for (const { name, detects } of formats) {
  test(`drawn conversations, ${name}: the same as in JavaScript`, () => {
    const shape = fc.record({
      window: fc.constantFrom({ chars: 300 }, { chars: 3000 }, { tokens: 200 }, { tokens: 2000 }),
      style: fc.constantFrom("mask", "summary"),
      compactTo: fc.constantFrom(0, 0.3, 0.7),
      recentCallsToKeep: fc.nat(4),
    });
    const drawn = valid({ name, detects, ...formats.find((one) => one.name === name) }, { longResults: true });
    const property = fc.property(drawn, shape, ({ messages }, shape) => {
      const given = alike(messages);
      const options = { ...shape, format: detects };
      const half = given.slice(0, Math.ceil(given.length / 2));
      const [one, two] = [compact(half, options), js.compactMessages(half, options)];
      assert.deepEqual(compacted(one), whole(two));
      assert.deepEqual(
        compacted(compact(given, options, one.state)),
        whole(js.compactMessages(given, { ...options, state: two.state })),
      );
    });
    fc.assert(property, runs(8));
  });
}

test("memory does not grow from call to call", () => {
  const { compaction, memory } = instantiate();
  const input = text(session(200));
  const round = () => {
    const { state } = compaction.compactMessages(input, text(options));
    compaction.compactMessages(input, text(options), compaction.undo(state));
    compaction.observe(state, 2, 1);
    outcome(() => compaction.compactMessages(input, text({ ...options, compactTo: 2 })));
  };
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
