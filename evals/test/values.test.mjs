import assert from "node:assert/strict";
import { test } from "node:test";
import { align } from "../values/align.mjs";
import { goalsOf } from "../values/goals.mjs";
import { measure, prepare } from "../values/measure.mjs";
import { readOptions } from "../values/options.mjs";
import { putBack } from "../values/room.mjs";
import { runAll } from "../values/run.mjs";
import { bytesOf, isSmall, reachableBytes, weigh } from "../values/sizes.mjs";
import { summary } from "../values/table.mjs";

const record = (id) => ({ id, name: `user ${id}`, admin: false });
const list = (count) => Array.from({ length: count }, (_, id) => record(id));
/** Measures of a result that is made by hand. */
const measured = (before, after, limit) => {
  const text = typeof after === "string" ? after : JSON.stringify(after);
  return measure(prepare({ value: before }), { run: () => text }, limit);
};
const found = (before, after) => align(before, after);

test("a leaf is small below 100 bytes of JSON", () => {
  for (const leaf of [null, true, 1e300, "", "a".repeat(97), "é".repeat(48)]) assert.ok(isSmall(leaf), String(leaf));
  for (const leaf of ["a".repeat(98), "é".repeat(49), "\n".repeat(49), "\ud83d".repeat(17)])
    assert.ok(!isSmall(leaf), leaf);
});

test("what must be paid for a value counts 100 bytes of a long text, and stops above its limit", () => {
  assert.deepEqual(weigh(record(1), 1000), { bytes: bytesOf(record(1)), leaves: 3 });
  assert.deepEqual(weigh({ a: "x".repeat(5000), b: [1, [], {}] }, 1000), {
    bytes: '{"a":,"b":[1,[],{}]}'.length + 100,
    leaves: 1,
  });
  assert.ok(weigh(list(100_000), 500).leaves < 60);
});

test("a result that is no JSON or over the limit counts 0 in all else", () => {
  const cut = measured(list(20), '[{"id":0', 200);
  const over = measured(list(20), list(10), 200);
  for (const result of [cut, over]) {
    const { valid, ...others } = result;
    assert.equal(valid, Number(result === over));
    assert.deepEqual(new Set(Object.values(others)), new Set([0]));
  }
});

test("what is used is measured against the limit, or what is left without pictures", () => {
  const half = measured(["a".repeat(1000)], ["a".repeat(496)], 1000);
  assert.equal(half.used, 0.5);
  assert.equal(half.filled, 0);
  const picture = Buffer.from(Uint8Array.from({ length: 9000 }, (_, n) => (n * n * 31) % 251)).toString("base64");
  const value = { image: `data:image/png;base64,${picture}`, path: "/usr/lib/".repeat(60) };
  assert.ok(reachableBytes(value) < 700);
  const left = measured(value, { image: "[base64 image/png, 9,000 bytes]", path: value.path }, 1000);
  assert.ok(left.used > 0.99 && left.filled === 1);
  const indented = { text: JSON.stringify([{ a: [1] }], undefined, 400), more: "[ not JSON" };
  assert.equal(reachableBytes(indented), bytesOf({ ...indented, text: '[{"a":[1]}]' }));
});

test("lists are followed from both ends around the text that counts what is missing", () => {
  const before = list(10);
  const { kept, gaps, shortened, bothEnds, order } = found(before, [
    record(0),
    "[7 items omitted]",
    record(8),
    record(9),
  ]);
  assert.deepEqual({ kept, shortened, bothEnds, order }, { kept: 9, shortened: 1, bothEnds: 1, order: true });
  assert.deepEqual(
    gaps.map(({ units }) => units.map(({ value }) => value)),
    [before.slice(1, 8)],
  );
  assert.equal(gaps[0].freed, '"[7 items omitted]",'.length);
});

test("a text whose number is wrong is an item like any other", () => {
  const { kept, order } = found([1, 2, 3, 4, 5], [1, "[7 items omitted]", 4, 5]);
  assert.ok(kept < 4);
  assert.equal(order, true);
});

test("items that are left out without a word are found again", () => {
  const { kept, bothEnds, shortened, gaps } = found(list(6), [record(0), record(3), { id: 5 }]);
  assert.deepEqual({ kept, bothEnds, shortened }, { kept: 7, bothEnds: 1, shortened: 1 });
  assert.deepEqual(
    gaps.at(-1).units.map(({ value }) => value.id),
    [1, 2, 4],
  );
});

test("only lists with two items or more left can have kept both ends", () => {
  assert.equal(found([1, 2, 3, 4], [1, "[3 items omitted]"]).shortened, 0);
  const { shortened, bothEnds } = found([1, 2, 3, 4], [1, 2, "[2 items omitted]"]);
  assert.deepEqual([shortened, bothEnds], [1, 0]);
});

test("what stands in another place, or is another value, breaks the order", () => {
  const orders = (before, after) => found(before, after).order;
  assert.equal(orders({ a: 1, b: 2, c: 3 }, { a: 1, c: 3, "...": "[1 keys omitted]" }), true);
  assert.equal(orders({ a: 1, b: 2 }, { b: 2, a: 1 }), false);
  assert.equal(orders({ a: 1 }, { a: 1, z: 1 }), false);
  assert.equal(orders({ a: 1 }, { a: 2 }), false);
  assert.equal(orders({ a: 1 }, { a: [] }), false);
  assert.equal(orders([1, 2], [2, 1]), false);
  assert.equal(orders([[1], 2], ["[content deeper than 1 levels omitted]", 2]), true);
  assert.equal(orders({ "...": "mine", a: 1 }, { a: 1, "...": "mine" }), false);
});

test("names of the prototype are keys like any other", () => {
  const value = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3}');
  const { kept, order, gaps } = found(value, JSON.parse('{"__proto__":{"a":1},"toString":3}'));
  assert.deepEqual([kept, order], [2, true]);
  assert.deepEqual(gaps[0].units, [{ value: 2, beside: '"constructor":,'.length }]);
});

test("a record is whole when all of its small members are there", () => {
  const long = { ...record(1), body: "x".repeat(500) };
  const { records, whole } = found(
    [long, long, long],
    [{ ...long, body: "x" }, { id: 1, name: "user 1" }, "[1 items omitted]"],
  );
  assert.deepEqual([records, whole], [2, 1]);
});

test("of a long text something is left when its start or its end is", () => {
  const before = { a: `start ${"x".repeat(200)} end`, b: "y".repeat(200), c: "z".repeat(200), n: 1 };
  const some = (after) => {
    const { long, some } = found(before, after);
    return [long, some];
  };
  assert.deepEqual(some({ a: "start x... x end", b: "[truncated]", c: "z", n: 1 }), [3, 0]);
  assert.deepEqual(some({ a: "start xxxxxx... [cut]", b: "... yyyyyyyy", c: "zzzzzzzz ...", n: 1 }), [3, 3]);
  assert.deepEqual(some({ a: before.a, "...": "[3 keys omitted]" }), [3, 1]);
  const indented = JSON.stringify({ path: "p".repeat(200) }, undefined, 4);
  assert.equal(found([indented], ['{"path":"pp..."}']).some, 1);
  const picture = Buffer.from(Uint8Array.from({ length: 900 }, (_, n) => (n * n * 31) % 251)).toString("base64");
  assert.equal(found([picture], ["[base64 image/png, 900 bytes]"]).long, 0);
});

test("who can read only so many parts gets no value of more", () => {
  const samples = [10, 100].map((count) => ({ name: `list ${count}`, shape: "list", value: list(count) }));
  const slow = { name: "slow", mostParts: 50, run: () => "[]" };
  const { results } = runAll(samples, [slow], [100], () => true);
  assert.deepEqual(
    results
      .get("slow")
      .get(100)
      .map(({ name }) => name),
    ["list 10"],
  );
});

test("a row of a table is a record, a long list is none", () => {
  const rows = found(
    {
      rows: [
        [1, "a"],
        [2, "b"],
      ],
    },
    {
      rows: [
        [1, "[1 items omitted]"],
        [2, "b"],
      ],
    },
  );
  assert.deepEqual([rows.records, rows.whole], [2, 1]);
  const numbers = Array.from({ length: 21 }, (_, n) => n);
  assert.equal(found([numbers], [[0, "[20 items omitted]"]]).records, 0);
});

test("a long key that lost its end is the same key, a short one is not", () => {
  const [long, other] = ["a".repeat(200), "b".repeat(200)];
  const cut = found({ [long]: 1, [other]: 2 }, { [`${long.slice(0, 90)}...`]: 1, [other]: 2 });
  assert.deepEqual([cut.kept, cut.order, cut.gaps.length], [2, true, 0]);
  assert.equal(found({ short: 1, b: 2 }, { "sh...": 1, b: 2 }).order, false);
});

test("a small leaf that is lost beside unused room was lost without need", () => {
  const before = { a: "x".repeat(3000), b: 1, c: 2 };
  const after = { a: "x".repeat(50), "...": "[2 keys omitted]" };
  assert.equal(measured(before, after, 1000).small, 0);
  const kept = measured(before, { a: "x".repeat(900), b: 1, c: 2 }, 1000);
  assert.deepEqual([kept.small, kept.strict], [1, 1]);
});

test("a small leaf that is lost beside a text of more than 100 bytes was lost without need", () => {
  const before = [...list(20), { text: "x".repeat(3000) }];
  const with3 = [...list(3), "[17 items omitted]", { text: "x".repeat(800) }];
  const result = measured(before, with3, 1000);
  // 800 bytes of the text less 100, less a tenth of the limit, hold 14 of the records that are missing.
  assert.ok(result.small < 0.25, String(result.small));
  assert.equal(measured(before, [...list(20), { text: "x".repeat(100) }], 1000).small, 1);
});

test("what no room was left for was not lost without need", () => {
  const before = [...list(60), { text: "x".repeat(3000) }];
  const after = [...list(20), "[40 items omitted]", { text: "x".repeat(86) }];
  assert.ok(bytesOf(after) > 900);
  assert.equal(measured(before, after, 1000).small, 1);
});

test("a tenth of the limit may stay unused, strictly nothing", () => {
  const before = list(100);
  const after = [...before.slice(0, 10), "[80 items omitted]", ...before.slice(-10)];
  const limit = bytesOf(after) + bytesOf(record(10)) + 1;
  const { small, strict } = measured(before, after, limit);
  assert.equal(small, 1);
  assert.equal(strict, 60 / 63);
});

test("the words that stand for one small item give back what they take", () => {
  const gap = { units: [{ value: 5, beside: 1 }], freed: '"[1 items omitted]",'.length };
  assert.equal(putBack([gap], 0, 100), 1);
  assert.equal(putBack([{ ...gap, freed: 0 }], 1, 100), 0);
});

test("a record comes back whole or not at all, a large unit in part", () => {
  const gap = (value) => [{ units: [{ value, beside: 1 }], freed: 0 }];
  assert.equal(putBack(gap(record(1)), 30, 100), 0);
  assert.equal(putBack(gap(record(1)), 60, 100), 3);
  const numbers = Array.from({ length: 1000 }, () => 7);
  const back = putBack(gap(numbers), 400, 100);
  assert.ok(back > 150 && back < 200, String(back));
});

test("the order in which gaps are filled is from their first unit on, then from their last one back", () => {
  const units = [1, "x".repeat(90), 3].map((value) => ({ value, beside: 1 }));
  assert.equal(putBack([{ units, freed: 0 }], 50, 100), 2);
});

test("a second pass that changes something is seen, by its text or as its contender wishes", () => {
  const sample = prepare({ value: list(30) });
  let turn = 0;
  const growing = { run: () => JSON.stringify(list(++turn)) };
  assert.equal(measure(sample, growing, 1000).again, 0);
  const copying = { run: () => "[]", isAgain: () => false };
  assert.equal(measure(sample, copying, 1000).again, 0);
  assert.equal(measure(sample, { run: () => "[]" }, 1000).again, 1);
});

test("only values over a limit are measured at it, and who throws counts 0", () => {
  const samples = [1, 10, 100].map((count) => ({ name: `list ${count}`, shape: "list", value: list(count) }));
  const contenders = [
    { name: "none", run: () => "[]" },
    {
      name: "throws",
      run: () => {
        throw new Error("no");
      },
    },
  ];
  const { results, thrown } = runAll(samples, contenders, [100, 1000], () => true);
  const names = results
    .get("none")
    .get(1000)
    .map(({ name }) => name);
  assert.deepEqual(names, ["list 100"]);
  assert.equal(results.get("none").get(100).length, 2);
  assert.deepEqual(thrown.get("throws"), { count: 3, first: "list 10 at 100: no" });
  assert.equal(results.get("throws").get(100)[0].bounded, 0);
});

test("goals are asked of all values, and of each limit", () => {
  const best = { valid: 1, bounded: 1, used: 1, filled: 1, small: 1, strict: 1, order: 1, again: 1 };
  const worse = { ...best, used: 0.5, filled: 0, small: 0.9 };
  const byLimit = { 1000: summary([best, best]), 10000: summary([best, worse]) };
  assert.deepEqual([byLimit[10_000].median, byLimit[10_000].least], [0.75, 0.5]);
  const missed = goalsOf({ real: { ours: byLimit } }).filter(({ ok }) => !ok);
  assert.deepEqual(
    missed.map(({ what, measured }) => [what, measured]),
    [
      ["real, ours: 90 % of the limit used or more, at 10000", "50.0 %"],
      ["real, ours: small leaves kept while there is room, at 10000", "95.0 %"],
    ],
  );
});

test("a limit that cannot be is refused", () => {
  assert.deepEqual(readOptions(["--limit", "500", "--limit", "2"]).limits, [500, 2]);
  for (const limit of ["1", "x", "2.5"]) assert.throws(() => readOptions(["--limit", limit]), /whole number/);
});
