// A session continued with others of its format, and with the same ones again under other names.

import { boundariesOf, callsOf } from "../../compare/history/calls.mjs";
import { failuresOf } from "../../compare/history/errors.mjs";
import { argumentPaths, clean, editedPaths } from "../../compare/history/paths.mjs";
import { partsOf, unitsOfAll } from "../../compare/history/read.mjs";
import { mapStrings } from "./write.mjs";

/** Enough for the longest conversation measured. */
const LONGEST_UNITS = 6 * 400_000;

/**
 * `{ kind, messages, edited, errors }`, the needles with the message at which they came. `sessions`: all of the format;
 * the stream begins with `first`.
 */
export function streamOf(first, sessions, units = LONGEST_UNITS) {
  const start = sessions.indexOf(first);
  const stream = { ...first, messages: [], calls: undefined, edited: [], errors: [] };
  const known = new Set();
  for (let round = 0, size = 0; size < units; round += 1) {
    const session = sessions[(start + round) % sessions.length];
    const messages = segmentOf(session, round, Math.floor(round / sessions.length));
    const at = stream.messages.length;
    const calls = callsOf(messages);
    for (const call of calls) {
      for (const path of editedPaths(call).filter((each) => !known.has(each))) {
        known.add(path);
        stream.edited.push({ path, at: at + call.at });
      }
    }
    stream.errors.push(...failuresOf(calls, session.flags).map((error) => ({ ...error, at: at + error.at })));
    stream.messages.push(...messages);
    size += unitsOfAll(messages);
  }
  return stream;
}

/** Only one system prompt; ids of its own; when it comes again, files of its own. */
function segmentOf({ messages, calls }, round, repetition) {
  if (round === 0) return messages;
  const paths = new Set(
    repetition === 0 ? [] : calls.flatMap((call) => [...argumentPaths(call), ...editedPaths(call)]),
  );
  const text = (value) => renamed(value, paths, `r${repetition}-`);
  return messages
    .filter((message) => !partsOf(message).some(({ kind }) => kind === "system"))
    .map((message) => mapStrings(message, { text, id: (id) => `${id}_${round}` }));
}

const TOKEN = /[\w@.~+/-]+/g;

/** The prefix precedes the file name, not the path, so the old path is no part of the new one. */
export function renamed(text, paths, prefix) {
  if (paths.size === 0) return text;
  return text.replace(TOKEN, (token) => {
    const bare = token.replace(/\.+$/, "");
    if (!paths.has(clean(bare))) return token;
    const name = bare.replace(/\/+$/, "").lastIndexOf("/") + 1;
    return token.slice(0, name) + prefix + token.slice(name);
  });
}

/** Every place at which a request can be made, with the number of calls made by then. */
export function requestsOf({ messages }) {
  const boundaries = boundariesOf(messages);
  let calls = 0;
  let from = 0;
  return boundaries.map((at) => {
    for (; from < at; from += 1) calls += partsOf(messages[from]).filter(({ kind }) => kind === "call").length;
    return { at, calls };
  });
}
