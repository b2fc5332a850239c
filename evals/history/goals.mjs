// Goals of compaction.

import { atLeast, atMost } from "../../benches/js/goals.mjs";

const AT = {
  flags: [
    ["edited paths", 20, "edited", 100],
    ["errors", 20, "errors", 98],
    ["next paths", 20, "paths", 88],
    ["next lines", 20, "lines", 55],
    ["everything", 20, "everything", 95],
    ["everything", 10, "everything", 90],
  ],
  "no flags": [
    ["edited paths", 20, "edited", 100],
    ["errors", 20, "errors", 85],
    ["next paths", 20, "paths", 88],
    ["next lines", 20, "lines", 55],
    ["everything", 20, "everything", 85],
    ["everything", 10, "everything", 80],
  ],
};
const LONGER = { flags: 5, "no flags": 3 };
const COST = 55;

/**
 * `points`: means by share, contender and part; `growing`: by contender and part. What was not measured has no goal.
 */
export function goalsOf({ points, growing }, contender) {
  const goals = [];
  for (const [part, wanted] of Object.entries(AT)) {
    for (const [what, share, key, least] of wanted) {
      const value = points[share]?.[contender]?.[part]?.[key];
      if (value !== undefined) goals.push(atLeast(`${part}: ${what} at ${share} %`, 100 * value, least, "%"));
    }
    const cells = growing[contender]?.[part];
    if (cells !== undefined) goals.push(atLeast(`${part}: calls until full`, cells.longer, LONGER[part]));
    if (cells?.cost !== undefined) goals.push(atMost(`${part}: cost of requests`, 100 * cells.cost, COST, "%"));
  }
  return goals;
}
