import assert from "node:assert/strict";
import { test } from "node:test";
import { newCost } from "../history/growing.mjs";
import { bootstrap, bootstrapBySession, interval, meansBySession } from "../lib/bootstrap.mjs";
import { lossesOf } from "../lib/losses.mjs";

test("the interval holds the mean, and equal values have none to speak of", () => {
  const { mean, low, high, n } = bootstrap([0.2, 0.4, 0.6, 0.8, undefined]);
  assert.deepEqual([mean, n], [0.5, 4]);
  assert.ok(low >= 0.2 && low < mean && mean < high && high <= 0.8);
  assert.deepEqual(bootstrap([0.5, 0.5, 0.5]), { mean: 0.5, low: 0.5, high: 0.5, n: 3 });
});

test("draws are the same in each run, others with another seed", () => {
  const values = Array.from({ length: 30 }, (_, index) => (index * 7) % 11);
  assert.deepEqual(bootstrap(values), bootstrap(values));
  assert.notDeepEqual(bootstrap(values), bootstrap(values, { seed: "another" }));
});

test("about 95 of 100 intervals hold the true mean", () => {
  // Sums of twelve uniform draws, whose mean is 6: a textbook case.
  let state = 1;
  const uniform = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  let hits = 0;
  for (let round = 0; round < 300; round += 1) {
    const values = Array.from({ length: 25 }, () => Array.from({ length: 12 }, uniform).reduce((a, b) => a + b));
    const { low, high } = bootstrap(values, { resamples: 400 });
    if (low <= 6 && 6 <= high) hits += 1;
  }
  assert.ok(hits > 270 && hits < 297, String(hits));
});

test("sessions are drawn, not points", () => {
  const rows = [...Array(100).fill(["long", 1]), ["short", 0], ["short", undefined], ["other", 0.5]];
  assert.deepEqual(meansBySession(rows), [1, 0, 0.5]);
  assert.equal(bootstrapBySession(rows).mean, 0.5);
});

test("intervals are written in percent", () => {
  assert.equal(interval({ mean: 0.8249, low: 0.77, high: 0.869, n: 20 }), "82.5 [77.0, 86.9]");
  assert.equal(interval(bootstrap([0.3])), "30.0");
  assert.equal(interval(bootstrap([])), "–");
});

test("losses are the cases in which another keeps more, compared case by case", () => {
  const row = (contender, place, value) => ({ contender, session: place[0], place, value });
  const rows = [
    ...[row("ours", "a1", 0.5), row("ours", "a2", 0.9), row("ours", "b1", 0.2), row("ours", "c1", undefined)],
    ...[row("other", "a1", 0.7), row("other", "a2", 0.9), row("other", "b1", 0.6), row("other", "c1", 1)],
    row("far", "b1", 0.1),
  ];
  const [other, far] = lossesOf(rows, "ours");
  assert.equal(other.compared, 3);
  assert.deepEqual(
    other.lost.map(({ place }) => place),
    ["b1", "a1"],
  );
  assert.ok(Math.abs(other.gap - 0.3) < 1e-9);
  // By session: a loses 0.1 on average, b 0.4.
  assert.ok(Math.abs(other.difference.mean + 0.25) < 1e-9);
  assert.deepEqual([far.compared, far.lost.length], [1, 0]);
});

test("the share of a prompt cache is what was sent at the same place before", () => {
  const cost = newCost();
  const message = (content) => ({ role: "user", content });
  const [one, two, three] = ["one", "two", "three"].map(message);
  cost.add([one, two]);
  cost.add([one, two, three]);
  const units = (each) => JSON.stringify(each).length;
  assert.equal(cost.read, units(one) + units(two));
  assert.equal(cost.sent, 2 * cost.read + units(three));
  cost.add([three, two]);
  assert.equal(cost.read, units(one) + units(two), "a change at the front reads nothing");
});
