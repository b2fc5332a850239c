import assert from "node:assert/strict";
import { test } from "node:test";
import { growthOf, slopeOf } from "../../benches/js/complexity/measure.mjs";
import { operations } from "../../benches/js/complexity/operations.mjs";

const close = (value, wanted, by) => assert.ok(Math.abs(value - wanted) <= by, `${value}, not ${wanted}`);

test("slopes are those of the powers that times follow", () => {
  const sizes = [1e3, 1e4, 1e5, 1e6];
  const of = (power) => slopeOf(sizes.map((size) => [size, 3 * size ** power]));
  for (const power of [0, 1, 1.5, 2]) close(of(power), power, 1e-9);
  assert.equal(slopeOf([[10, 1]]), undefined);
});

test("quadratic code is found, and code that does not read its input", () => {
  const make = (size) => size / 1000;
  const spin = (rounds) => {
    let sum = 0;
    for (let at = 0; at < rounds; at += 1) sum += Math.sqrt(at);
    return sum;
  };
  const growth = (run) => growthOf({ make, run, unit: "chars" }, [1e5, 3e5, 1e6], 3).slope;
  close(
    growth((n) => spin(n * n * 20)),
    2,
    0.4,
  );
  close(
    growth((n) => spin(n * 20_000)),
    1,
    0.4,
  );
  close(
    growth(() => spin(50_000)),
    0,
    0.3,
  );
});

test("each operation runs on each of its inputs", () => {
  for (const [name, inputs] of Object.entries(operations)) {
    for (const [input, { make, run, unit }] of Object.entries(inputs)) {
      const given = make(unit === "chars" ? 2000 : 20);
      assert.notEqual(run(given), undefined, `${name}: ${input}`);
    }
  }
});
