// Where we lose: cases in which another contender keeps more than we do.

import { note, printTable } from "../../benches/js/print.mjs";
import { bootstrapBySession, interval } from "./bootstrap.mjs";
import { mean } from "./means.mjs";

/** Cases of each contender that are printed, those with the largest difference. */
const SHOWN = 3;
/** Smaller differences are noise of the measure. */
const LEAST = 0.005;

/**
 * Per contender `{ compared, lost, gap, worst, difference }`. `rows`: `{ contender, session, place, value }`; `place` names the
 * case, the same for all. `lost` are cases in which it keeps more, the worst first; `difference` is ours less theirs.
 */
export function lossesOf(rows, ours) {
  const own = new Map(rows.filter(({ contender }) => contender === ours).map((row) => [row.place, row.value]));
  const others = [...new Set(rows.map(({ contender }) => contender))].filter((name) => name !== ours);
  return others.map((contender) => {
    const compared = rows
      .filter((row) => row.contender === contender && row.value !== undefined && own.get(row.place) !== undefined)
      .map(({ session, place, value }) => ({ session, place, theirs: value, ours: own.get(place) }));
    const lost = compared
      .filter(({ theirs, ours }) => theirs - ours > LEAST)
      .sort((one, other) => other.theirs - other.ours - (one.theirs - one.ours));
    return {
      contender,
      compared: compared.length,
      lost,
      gap: mean(lost.map(({ theirs, ours }) => theirs - ours)),
      difference: bootstrapBySession(compared.map((each) => [each.session, each.ours - each.theirs])),
    };
  });
}

const percent = (value) => (100 * value).toFixed(1);

export function printLosses(what, rows, ours) {
  const all = lossesOf(rows, ours).filter(({ compared }) => compared > 0);
  if (all.length === 0) return all;
  note(`Cases we lose, ${what}: the other keeps more. Ours less theirs is a mean by session with its 95 % interval.\n`);
  printTable(
    ["", "compared", "lost", "by", "ours less theirs"],
    all.map(({ contender, compared, lost, gap, difference }) => [
      contender,
      String(compared),
      String(lost.length),
      gap === undefined ? "–" : percent(gap),
      interval(difference),
    ]),
  );
  const worst = all.flatMap(({ contender, lost }) =>
    lost
      .slice(0, SHOWN)
      .map(({ place, ours, theirs }, at) => [at === 0 ? contender : "", place, percent(ours), percent(theirs)]),
  );
  if (worst.length > 0) {
    console.log();
    printTable(["the worst", "", "ours", "theirs"], worst, 2);
  }
  return all;
}
