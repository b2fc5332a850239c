// Information kept by repository. Sessions of one repository resemble each other, so an interval over repositories says
// more about sessions of others than one over sessions.

import { note, printTable } from "../../benches/js/print.mjs";
import { bootstrap, interval } from "../lib/bootstrap.mjs";
import { groupBy } from "../lib/groups.mjs";
import { mean, percent } from "../lib/means.mjs";
import { informationBySession } from "./information.mjs";

/** Contenders that are compared: the others lose to one of them everywhere. */
const COMPARED = ["tooltrim", "shrink with age"];

/** A row for each repository, then the means over repositories with 95 % of 2,000 resamples of them. */
export function printRepositories(share, results) {
  const names = COMPARED.filter((name) => results.some(({ contender }) => contender === name));
  const known = results.filter(({ contender, information }) => names.includes(contender) && information !== undefined);
  if (known.length === 0) return;
  const kept = [...groupBy(known, ({ session }) => session.repo)].map(([repo, own]) => ({
    repo,
    points: own.filter(({ contender }) => contender === names[0]).length,
    means: names.map((name) => mean(informationBySession(own.filter(({ contender }) => contender === name)))),
  }));
  note(`Information kept at ${share} %, by repository:\n`);
  const rows = kept.map(({ repo, points, means }) => [repo, String(points), ...means.map(percent)]);
  const all = names.map((_, at) => interval(bootstrap(kept.map(({ means }) => means[at]))));
  printTable(["repository", "points", ...names], [...rows, ["all, by repository", String(kept.length), ...all]]);
}
