// Writes synthetic sessions into a folder, for those who have no recorded ones: every evaluation of conversations takes it
// as TOOLTRIM_FIXTURES. They are invented: they show that a command works and roughly what to expect, and no claim about
// real sessions rests on them.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formats, messagesOf } from "../../compare/formats.mjs";
import { makeTurns } from "./session.mjs";

/** `{ sessions, files }`: `count` sessions, from `from` to `to` chars; each format of the first few, one of each other. */
export function writeSynthetic(folder, { count = 12, from = 120_000, to = 480_000, all = 2 } = {}) {
  let files = 0;
  for (let seed = 0; seed < count; seed += 1) {
    const size = Math.round(from * (to / from) ** (count === 1 ? 0 : seed / (count - 1)));
    const turns = makeTurns(seed, size);
    const own = seed < all ? formats : [formats[seed % formats.length]];
    for (const format of own) {
      const home = join(folder, "sessions", format);
      mkdirSync(home, { recursive: true });
      const source = { repo: `synthetic/${seed}`, synthetic: true, set: seed % 2 === 1 ? "b" : "a" };
      writeFileSync(
        join(home, `synthetic-${String(seed).padStart(2, "0")}.json`),
        JSON.stringify({ source, format, messages: messagesOf(turns, format) }),
      );
      files += 1;
    }
  }
  return { sessions: count, files };
}
