// The interface `calls` at its edges; what it computes is compared in golden.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { instantiate, outcome } from "./host.mjs";

const { calls } = instantiate();

/** What `computeTruncation` returns, or its error. */
const compute = (history, config) => outcome(() => calls.computeTruncation(history, config));
const call = (number, fields) => ({
  callId: `call_${String(number).padStart(2, "0")}`,
  name: "read_file",
  args: JSON.stringify({ filePath: `src/${number}.ts` }),
  result: "x".repeat(900),
  isError: false,
  ...fields,
});
const history = (length, fields = () => ({})) => Array.from({ length }, (_, at) => call(at + 1, fields(at + 1)));
const ids = (from, to) =>
  history(to)
    .slice(from - 1)
    .map(({ callId }) => callId);

test("without a config the core's defaults hold", () => {
  const { result } = compute(history(20));
  assert.equal(result.shouldTruncate, true);
  assert.deepEqual(result.recentCallIds, ids(15, 20));
  assert.deepEqual(result.truncatedCallIds, ids(1, 14));
  assert.match(result.summary, /src\/1\.ts/);
  assert.ok(result.tokensSaved > 0);
  assert.deepEqual(compute(history(20), {}), { result });
  const all = { shouldTruncate: false, recentCallIds: ids(1, 10), truncatedCallIds: [], tokensSaved: 0 };
  assert.deepEqual(compute(history(10)), { result: all });
});

test("an empty history stays as it is", () => {
  const nothing = { shouldTruncate: false, recentCallIds: [], truncatedCallIds: [], tokensSaved: 0 };
  assert.deepEqual(compute([]), { result: nothing });
});

test("every option reaches the core", () => {
  const failing = history(20, (number) => (number === 2 ? { isError: true, result: "Error: no such file" } : {}));
  const summary = (config) => compute(failing, config).result.summary;
  assert.deepEqual(compute(failing, { recentCallsToKeep: 3 }).result.recentCallIds, ids(18, 20));
  assert.ok(summary({ maxHistorySummaryTokens: 30 }).length < summary({}).length);
  assert.match(summary({}), /\[Errors encountered:\]\n.*no such file/);
  assert.doesNotMatch(summary({ preserveErrorsVerbatim: false }), /\[Errors encountered:\]\n.*no such file/);
  assert.notEqual(summary({ categories: [["read_file", "terminal"]] }), summary({}));
});

test("each threshold is a limit that holds exactly", () => {
  const twenty = history(20);
  const truncates = (tag, val) => compute(twenty, { truncationThreshold: { tag, val } }).result.shouldTruncate;
  const chars = twenty.reduce((sum, { name, args, result }) => sum + name.length + args.length + result.length, 0);
  for (const tag of ["written", "chars"])
    assert.deepEqual([truncates(tag, chars), truncates(tag, chars - 1)], [false, true]);
  assert.deepEqual([truncates("calls", 20), truncates("calls", 19)], [false, true]);
  assert.deepEqual([truncates("tokens", 100_000), truncates("tokens", 100)], [false, true]);
  const half = (size) => truncates("share", { share: 0.5, of: { tag: "chars", val: size } });
  assert.deepEqual([half(2 * chars), half(2 * chars - 2)], [false, true]);
});

test("a given token count or category wins", () => {
  const config = { truncationThreshold: { tag: "tokens", val: 1000 } };
  const counted = (tokenCount) =>
    compute(
      history(20, () => ({ tokenCount })),
      config,
    ).result;
  assert.equal(counted(50).shouldTruncate, false);
  assert.equal(counted(50.5).shouldTruncate, true);
  const { summary } = compute(history(20)).result;
  assert.notEqual(compute(history(20, () => ({ category: "write" }))).result.summary, summary);
});

test("a share out of range is an error with its code and message", () => {
  for (const [share, shown] of [
    [1.5, "1.5"],
    [-0.1, "-0.1"],
    [Number.NaN, "this value"],
  ]) {
    const truncationThreshold = { tag: "share", val: { share, of: { tag: "tokens", val: 1000 } } };
    assert.deepEqual(compute([], { truncationThreshold }), {
      error: { code: "INVALID_OPTION", message: `truncationThreshold.share: ${shown} is not a number from 0 to 1` },
    });
  }
});

test("arguments that are missing, broken or endlessly nested are no error", () => {
  const odd = [undefined, "", "null", "{", "[1]", '"a"', "{'filePath': 1}", `${"[".repeat(100_000)}`];
  const { result } = compute(history(20, (number) => ({ args: odd[number % odd.length] })));
  assert.equal(result.shouldTruncate, true);
  assert.deepEqual(result.truncatedCallIds, ids(1, 14));
});

test("a lone surrogate is read as U+FFFD", () => {
  const { result } = compute([call(1, { callId: "\ud800" })]);
  assert.deepEqual(result.recentCallIds, ["\ufffd"]);
});

test("memory does not grow from call to call", () => {
  const { calls, memory } = instantiate();
  const long = history(500, () => ({ result: "a line of some length, with an end.\n".repeat(100) }));
  const round = () => calls.computeTruncation(long, undefined);
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
