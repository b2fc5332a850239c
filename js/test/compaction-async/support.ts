// What the tests of summaries by others share.
import { type AsyncCompactOptions, type Compaction, type CompactOptions, compactMessages } from "tooltrim";
import { task } from "../compactor-pool/support.js";
import type { Loose } from "../messages/support.js";

export const window = { chars: 20_000 };
export const style = "summary" as const;

/** A conversation that is over the mark; new objects each time. */
export const over = (): Loose[] => task("a", 12);
/** One that is not. */
export const under = (): Loose[] => task("a", 3);

export const HEAD = "[Earlier in this session:]";
export const OWN = "the summary is the summariser's";

export type Summarize = NonNullable<AsyncCompactOptions["summarize"]>;

/** All texts of messages that begin with our head line. */
export function summaries({ messages }: Compaction<Loose>): string[] {
  return messages
    .flatMap(({ content }) => (typeof content === "string" ? [content] : content.map((part: Loose) => part.value)))
    .filter((text) => typeof text === "string" && text.startsWith(HEAD));
}

/** The notes that are not those of the same compaction without a summariser. */
export function notesOf(compaction: Compaction<Loose>, options: CompactOptions = { window, style }): readonly string[] {
  const { notes } = compactMessages(over(), options).report;
  return compaction.report.notes.filter((note) => !notes.includes(note));
}
