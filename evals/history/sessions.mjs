// Recorded sessions, each file one of its own, and the points in them at which a conversation is compacted.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FORMATS } from "../../compare/formats.mjs";
import { boundariesOf, callsOf } from "../../compare/history/calls.mjs";
import { unitsOf } from "../../compare/history/read.mjs";

/** Formats whose results say whether the call failed. */
const FLAGGED = new Set(["anthropic", "gemini", "aisdk", "vscode"]);

/** Repositories that no rule and no number is tuned on. */
const B = new Set(JSON.parse(readFileSync(join(import.meta.dirname, "split.json"), "utf8")).b);

/**
 * `{ name, format, kind, flagged, set, repo, messages, calls, flags }`; `kind` is the library's word for the format. `borrow`: flags of
 * the same session in another format.
 */
export function loadSessions(folder, { borrow }) {
  if (!existsSync(folder)) return [];
  const sessions = Object.keys(FORMATS).flatMap((format) => {
    const home = join(folder, format);
    if (!existsSync(home)) return [];
    return readdirSync(home)
      .filter((file) => file.endsWith(".json"))
      .sort()
      .map((file) => {
        const { source, messages } = JSON.parse(readFileSync(join(home, file), "utf8"));
        return newSession(file.replace(/\.json$/, ""), format, messages, source);
      });
  });
  if (borrow) for (const session of sessions) session.flags = borrowedFlags(session, sessions);
  return sessions;
}

/** `source`: where it was recorded. Its repository says of which set it is, "a" or "b", unless it says so itself. */
export function newSession(name, format, messages, source) {
  const flagged = FLAGGED.has(format);
  const set = source?.set ?? (B.has(source?.repo) ? "b" : "a");
  const calls = callsOf(messages);
  const repo = source?.repo ?? name;
  return { name, format, kind: FORMATS[format], flagged, set, repo, messages, calls, flags: undefined };
}

/** If a format has no flags, those of the same session in another format count. */
export function borrowedFlags({ name, flagged, calls }, sessions) {
  if (flagged) return undefined;
  const same = sessions.find((other) => other.name === name && other.flagged && sameCalls(other.calls, calls));
  return same?.calls.map(({ result }) => result?.failed === true);
}

const sameCalls = (one, other) =>
  one.length === other.length && one.every(({ name }, index) => name === other[index].name);

/**
 * A point for each size: the first place over it at which a request can be made. The rest of the session is what came.
 */
export function pointsOf(session, sizes) {
  const sums = [0];
  for (const message of session.messages) sums.push(sums.at(-1) + unitsOf(message));
  const boundaries = boundariesOf(session.messages);
  const points = [];
  for (const passed of sizes) {
    const at = boundaries.find((boundary) => sums[boundary] >= passed);
    if (at === undefined || points.some((point) => point.at === at)) continue;
    points.push({ session, passed, at, size: sums[at], messages: session.messages.slice(0, at) });
  }
  return points;
}
