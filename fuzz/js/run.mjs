// Tries mutations of the seeds for some minutes; what breaks a law is written down, made smaller.
//
//     node fuzz/js/run.mjs --minutes 1 --seed 20
//     node fuzz/js/run.mjs --replay fuzz/artifacts/proxy/find-1
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/env.mjs";
import { seeded } from "./dice.mjs";
import { mutated } from "./mutate.mjs";
import { HEAD, seeds } from "./seeds.mjs";
import { check } from "./target.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "20" },
    replay: { type: "string" },
  },
});
/** A case that takes longer than this is a find. */
const SLOW_MS = 10_000;
const SHRINKS = 3000;
const MOST_FINDS = 20;

/** Where and why a case fails; nothing for one that does not. */
async function failure(data) {
  const start = performance.now();
  try {
    await check(data);
  } catch (error) {
    const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
    const own = frames.find((line) => !line.includes("node:")) ?? frames[0] ?? "";
    return { place: `${own.trim()} ${error.name}`, message: String(error.message).slice(0, 1500) };
  }
  const took = performance.now() - start;
  return took > SLOW_MS ? { place: "slow", message: `${Math.round(took)} ms` } : undefined;
}

/** The smallest input found that fails at the same place. */
async function smaller(data, place, dice) {
  let best = data;
  const end = performance.now() + SLOW_MS;
  for (let tries = 0; tries < SHRINKS && performance.now() < end; tries += 1) {
    const from = dice.below(best.length);
    const to = from + 1 + dice.below(Math.min(best.length - from, 1 << dice.below(14)));
    const next = from < HEAD ? Buffer.from(best) : Buffer.concat([best.subarray(0, from), best.subarray(to)]);
    if (from < HEAD) next[from] = 0;
    if (!next.equals(best) && (await failure(next))?.place === place) best = next;
  }
  return best;
}

async function run(minutes, seed) {
  const [all, dice, places] = [seeds(), seeded(seed), new Set()];
  const start = performance.now();
  const passed = () => (performance.now() - start) / 60_000;
  let cases = 0;
  for (; passed() < minutes && places.size < MOST_FINDS; cases += 1) {
    const data = all[cases] ?? mutated(all, dice);
    const failed = await failure(data);
    if (!failed || places.has(failed.place)) continue;
    places.add(failed.place);
    const folder = join(root, "fuzz/artifacts/proxy");
    const file = join(folder, `find-${places.size}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, await smaller(data, failed.place, dice));
    console.log(`proxy: ${failed.place}: ${failed.message}\n  npm run fuzz -- --target proxy --replay ${file}`);
  }
  console.log(`${"proxy".padEnd(10)} ${String(cases).padStart(12)} ${passed().toFixed(1).padStart(8)}  ${places.size}`);
  return places.size;
}

if (values.replay === undefined) {
  process.exitCode = (await run(Number(values.minutes), Number(values.seed))) > 0 ? 1 : 0;
} else {
  const failed = await failure(readFileSync(values.replay));
  if (failed) console.log(`proxy: ${failed.place}: ${failed.message}`);
  process.exitCode = failed ? 1 : 0;
}
// What it left waiting is of no use any more.
process.exit();
