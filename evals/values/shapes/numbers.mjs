// Tables, series and whatever else is mostly numbers: nothing in it is long, there is only much of it.

import { decimal, sentence, stamp } from "../words.mjs";
import { fill, length } from "./fill.mjs";

const point = (random, from, n) => [from + n * 60_000, decimal(random)];

export const numbers = {
  series: (random, size) => ({
    metric: random.snake(),
    unit: "ms",
    points: fill(size, (n) => point(random, 1_767_225_600_000, n)),
  }),

  /** Responses of monitoring: one list of points beside each set of labels. */
  "many series": (random, size) => {
    const of = length(random, 2, 200);
    return {
      status: "success",
      data: {
        result: Array.from({ length: of }, () => ({
          metric: { job: random.stem(), instance: `${random.stem()}:${random.int(1000, 9999)}` },
          values: fill(size / of, (n) => point(random, 1_767_225_600, n)),
        })),
      },
    };
  },

  table: (random, size) => ({
    columns: ["id", "name", "amount", "paid", "at", "note"],
    rows: fill(size, (n) => [
      n,
      random.path(),
      decimal(random),
      random.chance(0.5),
      stamp(random),
      random.chance(0.2) ? sentence(random, random.int(10, 250)) : null,
    ]),
    row_count: random.int(1, 1e6),
  }),

  embeddings: (random, size) => ({
    object: "list",
    data: fill(size, (index) => ({
      object: "embedding",
      index,
      embedding: Array.from({ length: random.pick([64, 256, 768]) }, () => random.next() * 2 - 1),
    })),
    usage: { prompt_tokens: random.int(1, 9999) },
  }),

  "list of numbers": (random, size) => fill(size, () => decimal(random)),

  "list of words": (random, size) => fill(size, () => random.path("/")),

  "flags and nulls": (random, size) => ({ mask: fill(size, () => random.pick([true, false, null, 0, ""])), of: 8 }),

  /** Coordinates three lists deep. */
  map: (random, size) => ({
    type: "FeatureCollection",
    features: fill(size, (n) => ({
      type: "Feature",
      id: n,
      geometry: {
        type: "Polygon",
        coordinates: [Array.from({ length: length(random, 4, 300) }, () => [decimal(random), decimal(random)])],
      },
      properties: { name: random.stem(), area: random.int(1, 1e6) },
    })),
  }),
};
