// Goals of rescue. Planted goals also apply to the unseen part, which is the one that counts.

import { atLeast, atMost } from "../../benches/js/goals.mjs";

const wanted = {
  planted: [
    ["planted lines", "planted", 4000, 0.85],
    ["all planted lines of a log", "all", 4000, 0.75],
  ],
  real: [
    ["keyword lines", "keywords", 4000, 0.9],
    ["structural lines", "structure", 2000, 0.75],
    ["structural lines", "structure", 4000, 0.88],
    ["locations", "locations", 4000, 0.65],
  ],
};
const laws = [
  ["limit kept", "limit"],
  ["twice changes nothing", "again"],
  ["surrogates whole", "surrogates"],
];

/** `results`: by source, by limit, by contender. A limit that was not measured (`--quick`) has no goal. */
export function goalsOf(results, contender) {
  const goals = [];
  for (const [source, byLimit] of Object.entries(results)) {
    const cell = (limit, key) => byLimit[limit]?.[contender]?.[key];
    const kind = source.startsWith("planted") ? "planted" : "real";
    for (const [what, key, limit, least] of wanted[kind]) {
      add(cell(limit, key), (value) => atLeast(`${source}: ${what} at ${limit / 1000}k`, value, 100 * least, "%"));
    }
    add(cell(4000, "noise"), (value) => atMost(`${source}: noise of the kept middle at 4k`, value, 20, "%"));
    for (const [what, key] of laws) {
      const all = Object.keys(byLimit).map((limit) => cell(limit, key));
      add(Math.min(...all.filter((value) => value !== undefined)), (value) =>
        atLeast(`${source}: ${what}`, value, 100, "%"),
      );
    }
  }
  return goals;

  function add(value, goal) {
    if (value !== undefined) goals.push(goal(100 * value));
  }
}
