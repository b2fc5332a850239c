// Options of the command line.

import { parseArgs } from "node:util";

const SIZES = [100_000, 200_000, 400_000];
const SMALL = [25_000, 40_000, 60_000];
const SHARES = [50, 35, 20, 10];

export const USAGE = `Usage: node evals/history.mjs [options]
  --points [small | N,N…]  only points: at 100k, 200k and 400k; small: at 25k, 40k and 60k, too
  --growing                only growing conversations; with --points both, as without either
  --share N                only this share, in percent; may be given several times
  --session NAME           only this session; a part of its name is enough
  --format NAME            chat, responses, anthropic, gemini, aisdk or vscode
  --contender NAME         only this one; a part of its name is enough
  --set NAME               only sessions of these repositories: a or b
  --information            also the share of information kept, which takes minutes and a Rust program
  --own-errors             formats without flags do not borrow those of the same session in another format
  --why                    what was lost at each point
  --json FILE              all results as JSON`;

/** Throws an `Error` that names the fault. */
export function readOptions(given) {
  // `--points` alone is the usual ones.
  const list = given.flatMap((argument, index) => {
    const isBare = argument === "--points" && !/^(?:small|[\d,]+)$/.test(given[index + 1] ?? "");
    return isBare ? [argument, "usual"] : [argument];
  });
  const { values } = parseArgs({
    args: list,
    options: {
      points: { type: "string" },
      growing: { type: "boolean" },
      share: { type: "string", multiple: true },
      session: { type: "string" },
      format: { type: "string" },
      contender: { type: "string" },
      set: { type: "string" },
      information: { type: "boolean" },
      "own-errors": { type: "boolean" },
      why: { type: "boolean" },
      json: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const shares = values.share?.map(Number) ?? SHARES;
  if (!shares.every((share) => share > 0 && share <= 100)) throw new Error("--share: not a percentage");
  if (!["a", "b", undefined].includes(values.set)) throw new Error("--set: not a or b");
  const has = (part, name) => part === undefined || name.toLowerCase().includes(part.toLowerCase());
  return {
    ...values,
    sizes: sizesOf(values.points),
    shares,
    withPoints: values.points !== undefined || !values.growing,
    withGrowing: values.growing === true || values.points === undefined,
    wantsSession: ({ name, format, set }) =>
      has(values.session, name) &&
      (values.format === undefined || values.format === format) &&
      (values.set === undefined || values.set === set),
    wantsContender: ({ name }) => has(values.contender, name),
  };
}

function sizesOf(points) {
  if (points === undefined || points === "usual") return SIZES;
  if (points === "small") return [...SMALL, ...SIZES];
  const sizes = points.split(",").map(Number);
  if (!sizes.every((size) => size > 0)) throw new Error("--points: not a list of sizes");
  return sizes;
}
