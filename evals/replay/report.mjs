// Tables of agreement, with intervals over sessions.

import { heading, note, printTable } from "../../benches/js/print.mjs";
import { bootstrapBySession, interval } from "../lib/bootstrap.mjs";
import { groupBy } from "../lib/groups.mjs";
import { mean } from "../lib/means.mjs";
import { FULL } from "./jobs.mjs";
import { againstRecorded, agreement } from "./score.mjs";

const RECORDED = ["tool", "path", "arguments", "actions", "soon"];
const PAIRED = ["tool", "path", "arguments", "actions"];

/**
 * A request that is too long for the model has no next action: it agrees with nothing. Other errors say nothing about
 * the history, and are left out.
 */
const callsOf = (answer, nameOf) => {
  if (answer.error === "context") return [];
  return answer.error ? undefined : answer.calls.map((call) => ({ ...call, name: nameOf(call.name) }));
};

/** Offered names back to the recorded ones. */
const recordedName = ({ session, nameOf }) => {
  const names = new Map(session.calls.map(({ name }) => [nameOf(name), name]));
  return (name) => names.get(name) ?? name;
};

/** Per arm: `{ recorded, full, difference, … }`, each cell `{ mean, low, high, n }`. */
export function summarize(runs) {
  const scored = runs.map((run) => {
    const { point } = run;
    const nameOf = recordedName(point);
    const answered = run.answers.map((answer) => callsOf(answer, nameOf));
    const known = answered.filter((calls) => calls !== undefined);
    const recorded = meanOf(
      known.map((calls) => againstRecorded(calls, point)),
      RECORDED,
    );
    return { ...run, session: point.session.name, known, recorded };
  });
  const fullOf = new Map(scored.filter(({ arm }) => arm === FULL).map((run) => [run.point.id, run]));
  for (const run of scored) {
    const full = fullOf.get(run.point.id);
    const isFull = full === run;
    // A full history that is too long says nothing about what the model would have done.
    const references = full.answers.every(({ error }) => !error) ? full.known : [];
    const pairs = run.known.flatMap((calls, one) =>
      references.filter((_, other) => !isFull || one !== other).map((reference) => agreement(calls, reference)),
    );
    run.full = meanOf(pairs, PAIRED);
    run.difference = Object.fromEntries(RECORDED.map((key) => [key, minus(run.recorded[key], full.recorded[key])]));
  }
  const summary = {};
  for (const [arm, own] of groupBy(scored, (run) => run.arm)) {
    const cells = (part, keys) =>
      Object.fromEntries(keys.map((key) => [key, bootstrapBySession(own.map((run) => [run.session, run[part][key]]))]));
    const answers = own.flatMap((run) => run.answers);
    const failed = answers.filter(({ error }) => error);
    summary[arm] = {
      points: own.length,
      sessions: new Set(own.map(({ session }) => session)).size,
      answers: answers.length,
      errors: Object.fromEntries([...groupBy(failed, ({ error }) => error)].map(([kind, list]) => [kind, list.length])),
      sent: mean(own.map(({ units, point }) => units / point.size)),
      over: own.filter(({ fits }) => !fits).length,
      tokens: mean(answers.map(({ usage }) => usage?.prompt_tokens)),
      recorded: cells("recorded", RECORDED),
      full: cells("full", PAIRED),
      difference: arm === FULL ? undefined : cells("difference", RECORDED),
    };
  }
  return { arms: summary, points: fullOf.size };
}

const minus = (one, other) => (one === undefined || other === undefined ? undefined : one - other);

const meanOf = (list, keys) => Object.fromEntries(keys.map((key) => [key, mean(list.map((each) => each[key]))]));

export function printReport({ arms, points }) {
  const rows = Object.entries(arms);
  const sessions = arms[FULL]?.sessions ?? 0;
  heading(
    "next actions",
    `${points} points of ${sessions} sessions. Agreement in %: the first action's tool, paths and arguments, all actions of the ` +
      "turn (Jaccard over tool and paths), and whether the first is one of the next five recorded. In brackets 95 % of 2,000 resamples of sessions.",
  );
  note("With what was recorded:\n");
  const percent = (value) => (value === undefined ? "–" : (100 * value).toFixed(0));
  printTable(
    ["", "points", "answers", "sent %", ...RECORDED],
    rows.map(([arm, cells]) => [
      arm,
      String(cells.points),
      String(cells.answers),
      percent(cells.sent),
      ...RECORDED.map((key) => interval(cells.recorded[key])),
    ]),
  );
  note("Less the full history's agreement at the same points:\n");
  printTable(
    ["", ...RECORDED],
    rows
      .filter(([, { difference }]) => difference)
      .map(([arm, { difference }]) => [arm, ...RECORDED.map((key) => interval(difference[key]))]),
  );
  note("With the answers to the full history (the full history with itself: the floor of the noise):\n");
  printTable(
    ["", ...PAIRED],
    rows.map(([arm, { full }]) => [arm, ...PAIRED.map((key) => interval(full[key]))]),
  );
  for (const [arm, { errors, over }] of rows) {
    const said = Object.entries(errors).map(([kind, count]) => `${kind} ${count}`);
    if (over > 0) said.push(`${over} points over the size`);
    if (said.length > 0) note(`${arm}: ${said.join(", ")}`);
  }
}
