// The planted set: every tool × every seed, the same on every machine. A third of it is unseen: whole tools and, of the
// other tools, two seeds. The scorer is tuned on "tuning" only; split.json is fixed.

import { readFileSync } from "node:fs";
import { buildLog } from "./log.mjs";
import { Random } from "./random.mjs";
import { templates } from "./templates/index.mjs";

export const split = JSON.parse(readFileSync(new URL("split.json", import.meta.url), "utf8"));

const languages = ["de", "fr", "ja", "zh"];
const places = [0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.98];

export function plantedLogs() {
  return Object.keys(templates).flatMap((tool) =>
    Array.from({ length: split.seeds }, (_, seed) => makeLog(tool, seed)),
  );
}

/** So much of the truth fits beside other lines at 2,000 chars: keeping all of it is never impossible. */
const MOST_TRUTH = 400;

export function makeLog(tool, seed) {
  let log = draw(tool, seed, 6);
  while (truthChars(log) > MOST_TRUTH && log.plan.failures > 1) log = draw(tool, seed, log.plan.failures - 1);
  const unseen = split.unseenTools.includes(tool) || split.unseenSeeds.includes(seed);
  return { name: `${tool}-${seed}`, tool, seed, part: unseen ? "unseen" : "tuning", ...log };
}

export const truthChars = ({ truth }) => truth.reduce((sum, { text }) => sum + [...text].length + 1, 0);

function draw(tool, seed, mostFailures) {
  const random = new Random(`${tool} ${seed}`);
  const plan = makePlan(seed, random);
  plan.failures = Math.min(plan.failures, mostFailures);
  // The template draws from the same source, and learns how many failures to write, and in which language.
  random.failures = plan.failures;
  random.lang = plan.lang;
  return { plan, ...buildLog(templates[tool](random), plan, random) };
}

/** Draws a plan. Sizes grow with the seed, so that every tool has small and large logs; the rest is random. */
function makePlan(seed, random) {
  const step = (seed + random.next()) / split.seeds;
  const size = Math.round(8_000 * 50 ** step);
  const failures = random.chance(0.45) ? 1 : random.int(2, 6);
  return {
    size,
    failures,
    at: random.pick(places),
    spread: random.chance(0.5),
    repeats: random.chance(0.3) ? random.int(2, 40) : 0,
    decoyShare: random.pick([0.02, 0.06, 0.15]),
    trailer: random.chance(0.4) ? random.int(10, 120) : 0,
    ansi: random.chance(0.25),
    crlf: random.chance(0.12),
    longShare: random.chance(0.25) ? Math.min(0.01, 60 / size) : 0,
    lang: random.chance(0.7) ? random.pick(languages) : "en",
  };
}
