// One point, one result: what survived, and what did not.

import { mostThatFits } from "../metrics/index.mjs";
import { share } from "../metrics/lines.mjs";
import { failuresOf } from "./errors.mjs";
import { AHEAD, identifiersOf, isCodeName, lastLines, neededPaths } from "./need.mjs";
import { editedPaths, hasPath } from "./paths.mjs";
import { partsOf, textOfAll, unitsOfAll } from "./read.mjs";

/** Returns what must survive at a point, and what cannot be cut. `validate(messages)`: the broken rules. */
export function prepare(point, validate) {
  const { session, at, messages } = point;
  const before = session.calls.filter((call) => call.at < at);
  const ahead = session.calls.filter((call) => call.at >= at).slice(0, AHEAD);
  const identifiers = [...identifiersOf(ahead)];
  const spoken = spokenIn(messages);
  return {
    ...point,
    edited: [...new Set(before.flatMap(editedPaths))],
    errors: failuresOf(before, session.flags),
    paths: neededPaths(ahead, textOfAll(messages)),
    lines: lastLines(messages, identifiers),
    code: lastLines(messages, identifiers.filter(isCodeName)),
    spoken,
    floor: spoken.reduce((sum, text) => sum + text.length, 0),
    validate,
    problems: validate(messages),
  };
}

/** Texts of user and system: nobody may change them. */
const spokenIn = (messages) =>
  messages
    .flatMap(partsOf)
    .filter(({ kind, text }) => (kind === "user" || kind === "system") && text !== "")
    .map(({ text }) => text);

/** Below this share a point is possible for nobody. */
export const isPossible = (prepared, limit) => prepared.floor <= limit;

/**
 * Returns the kept shares, `undefined` if there was nothing to keep. A result over the limit counts 0, whatever it
 * holds; `lost` lists the losses all the same.
 */
export function measure(prepared, messages, limit) {
  const units = unitsOfAll(messages);
  const fits = units <= limit;
  const text = textOfAll(messages);
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  const spoken = spokenIn(messages).join("\n\n");
  const has = {
    edited: (path) => hasPath(text, path),
    errors: ({ line }) => text.includes(line),
    paths: (path) => hasPath(text, path),
    lines: (line) => lines.has(line),
    code: (line) => lines.has(line),
    spoken: (said) => spoken.includes(said),
  };
  const shares = {};
  const lost = {};
  for (const [key, survives] of Object.entries(has)) {
    const kept = share(prepared[key], survives);
    shares[key] = kept === undefined || fits ? kept : 0;
    lost[key] = prepared[key].filter((each) => !survives(each));
  }
  lost.rules = newProblems(prepared.problems, prepared.validate(messages));
  const valid = lost.rules.length === 0;
  const all = fits && valid && ["edited", "errors", "spoken"].every((key) => (shares[key] ?? 1) === 1);
  return { ...shares, valid: Number(valid), fits: Number(fits), everything: Number(all), units, lost };
}

/** Returns the upper bound for everyone who keeps what cannot be cut: each measure spends all other room alone. */
export function mostAt(prepared, limit) {
  const room = limit - prepared.floor;
  const needles = { ...prepared, errors: prepared.errors.map(({ line }) => line) };
  return Object.fromEntries(
    ["edited", "errors", "paths", "lines", "code"].map((key) => [key, mostThatFits(needles[key], room)]),
  );
}

/** Problems that were not there before: of each rule, as many as there are more. */
function newProblems(before, after) {
  const left = before.map(({ rule }) => rule);
  return after.filter(({ rule }) => {
    const at = left.indexOf(rule);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
