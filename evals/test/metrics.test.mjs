import assert from "node:assert/strict";
import { test } from "node:test";
import { agents } from "../../compare/contenders/agents.mjs";
import { measure, mostThatFits, prepare } from "../../compare/metrics/index.mjs";
import { isKeywordLine, keywordLines } from "../../compare/metrics/keywords.mjs";
import { countChars, isIdempotent, keepsLimit, keepsSurrogates } from "../../compare/metrics/laws.mjs";
import { Kept, share } from "../../compare/metrics/lines.mjs";
import { noiseShare, usefulLines } from "../../compare/metrics/noise.mjs";
import { plantedShare } from "../../compare/metrics/planted.mjs";
import { locations, structuralLines } from "../../compare/metrics/structure.mjs";

test("a severity word counts where it stands as a word", () => {
  for (const line of [
    "error: disk full",
    "error[E0308]: mismatched types",
    "src/a.ts(3,4): error TS2322: no",
    "thread 'main' panicked at src/a.rs:1:2:",
    "FAILED tests/test_a.py::test_b - KeyError: 'x'",
    "ValueError: bad",
    "java.lang.IllegalStateException: pool",
    "fatal: not a git repository",
    "t.c:3:1: Fehler: »x« nicht deklariert",
    "t.c:3:1: 错误：‘x’未声明",
    "npm error code E404",
    "2 failed, 0 errors",
  ]) {
    assert.ok(isKeywordLine(line), line);
  }
});

test("lines that only mention errors are harmless", () => {
  for (const line of [
    "0 errors, 0 warnings",
    "tests/test_a.py::test_error_handling PASSED [ 12%]",
    "PASS throws TypeError on bad input",
    "✓ returns an error when it failed",
    "   Compiling error_handler.rs",
    "retrying after error (1/3) … ok",
    "GET /errors/12 200 4ms",
    "test errors::tests::display ... ok",
    "[INFO] Tests run: 3, Failures: 0, Errors: 0",
    "make: [install] Error 1 (ignored)",
    '{"id":1,"error":null}',
    "queue: errors=0 failed=0",
  ]) {
    assert.ok(!isKeywordLine(line.trim()), line);
  }
});

test("a keyword line counts once, without its colours", () => {
  assert.deepEqual(keywordLines("\u001b[31merror\u001b[0m: a\nfine\nerror: a\r\n"), ["error: a"]);
});

test("places, causes, tests, steps and the end of a trace are structural", () => {
  const text = [
    "error[E0308]: mismatched types",
    "  --> src/a.rs:3:4",
    "Caused by: the pool is empty",
    "--- FAIL: TestA (0.00s)",
    "make: *** [Makefile:3: all] Error 2",
    "KeyError: 'x'",
    "all well",
    "all well",
    "all well",
    "see src/far.rs:9:9",
  ].join("\n");
  const found = structuralLines(text);
  assert.equal(found.length, 5);
  assert.ok(!found.includes("see src/far.rs:9:9"));
});

test("locations are read in the ways tools write them", () => {
  const text = [
    "src/a.ts(3,4): error TS1: no",
    'File "/srv/a.py", line 12, in f',
    "error: C:\\x\\a.cs:7 no",
    "[ERROR] /srv/A.java:[3,4] no",
  ];
  assert.deepEqual(locations(text.join("\n")), [
    "src/a.ts(3,4)",
    'File "/srv/a.py", line 12',
    "C:\\x\\a.cs:7",
    "/srv/A.java:[3,4]",
  ]);
});

test("of a long trace only its first and last frames are structural", () => {
  const frames = Array.from({ length: 9 }, (_, at) => `at f${at} (/srv/a${at}.js:${at}:1)`);
  const found = structuralLines(`TypeError: error\n${frames.join("\n")}`);
  assert.ok(found.includes(frames[0]));
  assert.ok(!found.some((line) => line.startsWith("at f1 ")));
});

test("a kept line is found behind a number and before a count", () => {
  const kept = new Kept("12: error: a\nwarning: b (×3)\n  \u001b[1mc\u001b[0m\r\n");
  for (const line of ["error: a", "warning: b", "c"]) assert.ok(kept.hasLine(line), line);
  assert.ok(!kept.hasLine("error"));
});

test("half a planted line is not kept; of a very long one its part is enough", () => {
  const truth = [
    { text: "error: a", part: false },
    { text: "boom here", part: true },
  ];
  assert.equal(plantedShare(truth, "error: a\n"), 0.5);
  assert.equal(plantedShare(truth, "error: a b\n… boom here …"), 0.5);
  assert.equal(plantedShare(truth, "error: a\n… boom here …"), 1);
});

test("nothing to keep is no share", () => assert.equal(share([], Boolean), undefined));

test("noise counts lines of the middle that are near nothing of use", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `step ${at}`);
  lines[50] = "error: a";
  const source = usefulLines(lines.join("\n"));
  const result = (...middle) => [lines[0], "... cut ...", ...middle, "... cut ...", lines[99]].join("\n");
  assert.equal(noiseShare(source, result()), undefined);
  assert.equal(noiseShare(source, result(lines[49], lines[50])), 0);
  assert.equal(noiseShare(source, result(lines[20], lines[50])), 0.5);
  assert.equal(noiseShare(source, `A sentence of its own\n${result(lines[20])}`), 1);
});

test("laws: the limit in code points, twice, surrogates", () => {
  assert.equal(countChars("a😀"), 2);
  assert.ok(keepsLimit("a😀", 2));
  assert.ok(!keepsLimit("abc", 2));
  assert.ok(isIdempotent((text) => text.slice(0, 3), "abc"));
  assert.ok(!keepsSurrogates("a😀", "a\ud83d"));
  assert.ok(keepsSurrogates("a\ud83d", "a\ud83d"));
});

test("a result over the limit counts 0, whatever it holds", () => {
  const sample = prepare({ text: "error: a\nb\n", truth: [{ text: "error: a", part: false }], blocks: [[1, 1]] });
  const over = measure(sample, (text) => text, 5);
  assert.deepEqual([over.planted, over.all, over.keywords, over.limit], [0, 0, 0, 0]);
  const fits = measure(sample, (text) => text, 50);
  assert.deepEqual([fits.planted, fits.all, fits.keywords, fits.limit], [1, 1, 1, 1]);
});

test("in a planted log only planted lines count", () => {
  const text = "error: decoy\nx\nx\nx\nx\nerror: a\n";
  assert.deepEqual(prepare({ text, truth: [], blocks: [[6, 6]] }).keywords, ["error: a"]);
});

test("what fits is counted from the shortest on", () => {
  assert.equal(mostThatFits(["a".repeat(9), "b".repeat(9), "c".repeat(99)], 20), 2 / 3);
});

test("the rules of agents hold the limit, where their own words do not fill it", () => {
  const text = "naïve 🙂 line\n".repeat(1000);
  for (const [name, make] of Object.entries(agents)) {
    for (const limit of [400, 4000]) {
      const result = make(limit)(text);
      assert.ok(keepsLimit(result, limit) && result.isWellFormed(), `${name} ${limit}`);
      assert.ok(countChars(result) > limit * 0.75, `${name} ${limit}`);
    }
    assert.ok(countChars(make(50)(text)) > 50, name);
    assert.equal(make(50)("short"), "short");
  }
});
