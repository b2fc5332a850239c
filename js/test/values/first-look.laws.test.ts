// The first look at a value, which answers most calls, never says that something fits which the walk would change.
import fc from "fast-check";
import { TooltrimError, trimValue } from "tooltrim";
import { expect, test } from "vitest";
import { runs } from "../support/runs.js";
import { hostile, real } from "./hostile.js";
import { anyOptions, type Options } from "./options.js";

/** A limit for a place that no value has: then there is no first look, and nothing else is different. */
const walked = (options: Options): Options => ({ ...options, limits: { 'never["of these"]': { maxItems: 0 } } });

function bounded(value: unknown, options: Options) {
  try {
    return trimValue(value, options);
  } catch (error) {
    if (error instanceof TooltrimError) return error.code;
    throw error;
  }
}

test("the first look and the walk agree", () => {
  fc.assert(
    fc.property(hostile, anyOptions, (drawn, options) => {
      const value = real(drawn);
      const [looked, walk] = [bounded(value, options), bounded(value, walked(options))];
      if (typeof looked === "string" || typeof walk === "string") {
        expect(looked).toBe(walk);
        return;
      }
      expect(looked.cuts).toEqual(walk.cuts);
      expect(looked.value === value).toBe(walk.value === value);
    }),
    runs(600),
  );
});
