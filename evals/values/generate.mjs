// Values as APIs and tools answer them: every shape in turn, 1 KB to 1 MB. No clock, no Math.random: the same number
// gives the same value on every machine.

import { Random } from "../planted/random.mjs";
import { nested } from "./shapes/nested.mjs";
import { numbers } from "./shapes/numbers.mjs";
import { records } from "./shapes/records.mjs";
import { texts } from "./shapes/texts.mjs";

export const shapes = { ...records, ...numbers, ...texts, ...nested };

export const COUNT = 10_000;
const SMALLEST = 1000;
const LARGEST = 1_000_000;

/**
 * How much more often a value is small: the power that the draw between smallest and largest, log-uniform, is raised
 * to. At 6 of 10,000 values some 4,300 are over 2 KB, 1,800 over 10 KB, 900 over 50 KB, and all of them take 300 MB.
 */
const SMALL_MORE_OFTEN = 6;

/** The value with that number: `{ name, shape, value }`. */
export function makeValue(number) {
  const names = Object.keys(shapes);
  // One further in each round: who takes each tenth value still meets all shapes.
  const shape = names[(number + Math.floor(number / names.length)) % names.length];
  const random = new Random(`${shape} ${number}`);
  const size = SMALLEST * (LARGEST / SMALLEST) ** (random.next() ** SMALL_MORE_OFTEN);
  return { name: `${shape} ${number}`, shape, value: shapes[shape](random, Math.round(size)) };
}

/** One at a time: all of them at once would not fit in memory. */
export function* generatedValues({ count = COUNT, step = 1 } = {}) {
  for (let number = 0; number < count; number += step) yield makeValue(number);
}
