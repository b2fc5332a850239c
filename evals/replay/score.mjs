// Compares next actions: those of an answer with those that were recorded, or with those of another answer.

import { argumentPaths } from "../../compare/history/paths.mjs";

/** Recorded calls after the point among which the first action of an answer is looked for. */
export const AHEAD = 5;

/** JSON with sorted keys; texts without blanks at their ends, empty members and `null` left out. */
export function normalised(value) {
  if (typeof value === "string") return JSON.stringify(value.replace(/\r\n/g, "\n").trim());
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(normalised).join(",")}]`;
  const members = Object.entries(value).filter(([, each]) => each !== null && each !== undefined && each !== "");
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${normalised(each)}`).join(",")}}`;
}

const pathsOf = (call) => argumentPaths(call).sort().join("\n");
/** A tool and the paths it is used on. */
const actionOf = (call) => `${call.name}\n${pathsOf(call)}`;

/**
 * Shares of agreement of two lists of calls, the second as the reference, each from 0 to 1: `tool`, `path` and `arguments`
 * of the first call, `actions` (Jaccard over tool and paths of all calls). `path` is `undefined` where the reference names
 * none; without a call in the reference only `tool` says something: that there is none.
 */
export function agreement(calls, reference) {
  const [first, wanted] = [calls[0], reference[0]];
  if (wanted === undefined) return { tool: Number(first === undefined), actions: Number(first === undefined) };
  const tool = first?.name === wanted.name;
  const paths = pathsOf(wanted);
  return {
    tool: Number(tool),
    path: paths === "" ? undefined : Number(first !== undefined && pathsOf(first) === paths),
    arguments: Number(tool && normalised(first.args) === normalised(wanted.args)),
    actions: jaccard(calls.map(actionOf), reference.map(actionOf)),
  };
}

/** Compares an answer with the recording: also `soon`, whether its first action is one of the next few calls. */
export function againstRecorded(calls, { turn, next }) {
  const ahead = new Set(next.slice(0, AHEAD).map(actionOf));
  return { ...agreement(calls, turn), soon: Number(calls.length > 0 && ahead.has(actionOf(calls[0]))) };
}

function jaccard(one, other) {
  const [left, right] = [new Set(one), new Set(other)];
  const all = new Set([...left, ...right]);
  return all.size === 0 ? 1 : [...left].filter((each) => right.has(each)).length / all.size;
}
