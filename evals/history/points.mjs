// Every point, at every share, by every contender.

import { isPossible, measure, prepare } from "../../compare/history/measure.mjs";
import { takesPart } from "./contenders/index.mjs";
import { informationOf } from "./information.mjs";
import { pointsOf } from "./sessions.mjs";

export const prepareAll = (sessions, sizes, validatorOf) =>
  sessions.flatMap((session) => pointsOf(session, sizes).map((point) => prepare(point, validatorOf(session))));

/** `{ results, possible, impossible }` of a share in percent; with a `compressor` the information that is kept, too. */
export async function runShare(prepared, share, contenders, compressor) {
  const limitOf = ({ size }) => Math.floor((size * share) / 100);
  const possible = prepared.filter((each) => isPossible(each, limitOf(each)));
  const results = [];
  for (const point of possible) {
    if (compressor) point.information ??= informationOf(point, compressor);
    for (const contender of contenders.filter((each) => takesPart(each, point.session))) {
      const { session, passed, size } = point;
      const result = await run(point, limitOf(point), share, contender);
      results.push({ contender: contender.name, session, passed, size, share, ...result });
    }
  }
  for (const result of results) result.information = await result.information;
  return { results, possible, impossible: prepared.length - possible.length };
}

/** A contender that throws has kept nothing. */
async function run(point, limit, share, { compact }) {
  const { session, messages, size } = point;
  const started = performance.now();
  try {
    const options = { kind: session.kind, format: session.format, limit, size, share: share / 100 };
    const result = await compact(messages, options);
    const ms = performance.now() - started;
    const measured = measure(point, result, limit);
    return { ms, ...measured, information: measured.fits ? point.information?.kept(result) : none(point) };
  } catch (error) {
    return { ...measure(point, [], -1), valid: 0, information: none(point), thrown: String(error) };
  }
}

/** Nothing kept; without a compressor nothing was asked. */
const none = ({ information }) => (information ? 0 : undefined);
