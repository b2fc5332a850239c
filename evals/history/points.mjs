// Every point, at every share, by every contender.

import { takesPart } from "./contenders/index.mjs";
import { isPossible, measure, prepare } from "./measure.mjs";
import { pointsOf } from "./sessions.mjs";

export const prepareAll = (sessions, sizes, validatorOf) =>
  sessions.flatMap((session) => pointsOf(session, sizes).map((point) => prepare(point, validatorOf(session))));

/** `{ results, possible, impossible }` of a share in percent. */
export async function runShare(prepared, share, contenders) {
  const limitOf = ({ size }) => Math.floor((size * share) / 100);
  const possible = prepared.filter((each) => isPossible(each, limitOf(each)));
  const results = [];
  for (const point of possible) {
    for (const contender of contenders.filter((each) => takesPart(each, point.session))) {
      const { session, passed, size } = point;
      const result = await run(point, limitOf(point), share, contender);
      results.push({ contender: contender.name, session, passed, size, share, ...result });
    }
  }
  return { results, possible, impossible: prepared.length - possible.length };
}

/** Who throws has kept nothing. */
async function run(point, limit, share, { compact }) {
  const { session, messages, size } = point;
  const started = performance.now();
  try {
    const options = { kind: session.kind, limit, size, share: share / 100 };
    const result = await compact(messages, options);
    const ms = performance.now() - started;
    return { ms, ...measure(point, result, limit) };
  } catch (error) {
    return { ...measure(point, [], -1), valid: 0, thrown: String(error) };
  }
}
