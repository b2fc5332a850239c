// The options of the command line.

import { parseArgs } from "node:util";

export const USAGE = `Usage: node evals/values.mjs [options]
  --quick            one in ten of the generated values
  --ours             without rivals
  --limit <n>        at this limit only (may be repeated)
  --shape <name>     only generated values of this shape
  --value <name>     one value, with what is left of it: "images 703", "outputs/a.json"
  --why              after each table the ten values that kept the fewest of their small leaves
  --json <file>      writes all means and all measures of ours
  --help`;

export const LIMITS = [1000, 10_000, 50_000];

const flag = { type: "boolean", default: false };

export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: flag,
      ours: flag,
      limit: { type: "string", multiple: true },
      shape: { type: "string" },
      value: { type: "string" },
      why: flag,
      json: { type: "string" },
      help: flag,
    },
  });
  const limits = values.limit?.map(Number) ?? LIMITS;
  const wrong = limits.find((limit) => !Number.isInteger(limit) || limit < 2);
  if (wrong !== undefined) throw new Error(`--limit is a whole number of 2 or more, not ${values.limit}`);
  return { ...values, limits };
}
