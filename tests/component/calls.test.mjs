// The interface `calls` at its edges; what it computes is compared in golden.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { instantiate, outcome } from "./host.mjs";

const { calls } = instantiate();

/** What `computeTruncation` returns, or its error. */
const compute = (history, config) => {
  const { result, error } = outcome(() => calls.computeTruncation(JSON.stringify(history), config));
  return error ?? JSON.parse(result);
};
const call = (number, fields) => ({
  callId: `call_${String(number).padStart(2, "0")}`,
  name: "read_file",
  args: { filePath: `src/${number}.ts` },
  result: "x".repeat(900),
  ...fields,
});
const history = (length, fields = () => ({})) => Array.from({ length }, (_, at) => call(at + 1, fields(at + 1)));

test("without a config the core's defaults hold", () => {
  const decision = compute(history(20));
  assert.deepEqual([decision.recentCallIds.length, decision.truncatedCallIds.length], [6, 14]);
  assert.match(decision.summary, /src\/1\.ts/);
  assert.deepEqual(compute(history(20), "{}"), decision);
  const nothing = { shouldTruncate: false, summary: null, recentCallIds: [], truncatedCallIds: [], tokensSaved: 0 };
  assert.deepEqual(compute([]), { ...nothing, notice: null });
});

test("a given failure, token count or category wins", () => {
  const config = JSON.stringify({ truncationThreshold: { tokens: 1000 } });
  const of = (fields) => compute(history(20, fields), config);
  assert.equal(of(() => ({ tokenCount: 50 })).shouldTruncate, false);
  assert.equal(of(() => ({ tokenCount: 50.5 })).shouldTruncate, true);
  assert.match(of(() => ({ category: "write" })).summary, /- Made 14 edit/);
  const failing = { name: "bash", result: "$ make\nError: no rule\nCommand exited with code 2" };
  const failed = (fields) => / failed|Errors/.test(of((number) => number === 2 && { ...failing, ...fields }).summary);
  assert.deepEqual([{}, { isError: false }, { isError: true }].map(failed), [true, false, true]);
});

test("arguments that are missing, broken or endlessly nested are no error, and neither are calls that are none", () => {
  const odd = [undefined, null, "", "{", [1], '"a"', "{'filePath': 1}", "[".repeat(100_000)];
  const decision = compute(history(20, (number) => ({ args: odd[number % odd.length] })));
  assert.deepEqual([decision.shouldTruncate, decision.truncatedCallIds.length], [true, 14]);
  assert.equal(compute([null, 1, "a", [], {}]).shouldTruncate, false);
});

test("what is no list and no object is an error with its code and message", () => {
  const wrong = (...given) => outcome(() => calls.computeTruncation(...given)).error;
  assert.deepEqual(wrong("{}"), { code: "INVALID_OPTION", message: "calls: is not a list" });
  assert.match(wrong("[").message, /^calls: is not JSON: /);
  assert.deepEqual(wrong("[]", "[1]"), { code: "INVALID_OPTION", message: "config: [1] is not an object" });
});

test("a lone surrogate is read as U+FFFD", () => {
  assert.deepEqual(compute([call(1, { callId: "\ud800" })]).recentCallIds, ["\ufffd"]);
});

test("memory does not grow from call to call", () => {
  const { calls, memory } = instantiate();
  const long = JSON.stringify(history(500, () => ({ result: "a line of some length, with an end.\n".repeat(100) })));
  const round = () => calls.computeTruncation(long);
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
