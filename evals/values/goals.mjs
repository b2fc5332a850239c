// Goals of limited values.

import { atLeast } from "../../benches/js/goals.mjs";

const each = [
  ["valid and within", ({ bounded }) => bounded],
  ["90 % of the limit used or more", ({ filled }) => filled],
  ["small leaves kept while there is room", ({ small }) => small],
];
const all = [
  ["twice changes nothing", "again"],
  ["order kept", "order"],
];

/** `summaries`: by source, by contender, by limit. */
export function goalsOf(summaries) {
  const goals = [];
  const add = (what, value) => {
    if (value !== undefined) goals.push(atLeast(what, 100 * value, 100, "%"));
  };
  for (const [source, byContender] of Object.entries(summaries)) {
    for (const [name, byLimit] of Object.entries(byContender)) {
      for (const [what, of] of each) {
        for (const [limit, summary] of Object.entries(byLimit))
          add(`${source}, ${name}: ${what}, at ${limit}`, of(summary));
      }
      for (const [what, key] of all) {
        add(`${source}, ${name}: ${what}`, Math.min(...Object.values(byLimit).map((summary) => summary[key])));
      }
    }
  }
  return goals;
}
