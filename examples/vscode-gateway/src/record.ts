import { type Compaction, type CompactionReport, redactSecrets } from "tooltrim";
import { inspectMessages } from "tooltrim/messages";
import { type ContextParts, type ExchangeRow, exchangeRows } from "tooltrim-view";
import type { ChatMessage } from "./translate/parts.js";

/** A step: when the context of a conversation was compacted, and what became of it. */
export interface StepRecord {
  /** ISO 8601. */
  readonly time: string;
  readonly model: string;
  /** In a line, for users. */
  readonly notice: string;
  readonly report: CompactionReport;
  /** Chars by kind before and after. */
  readonly contexts: readonly ContextParts[];
  /** All calls of the conversation, and what is left of each. */
  readonly exchanges: readonly ExchangeRow[];
}

export function stepRecord(
  model: string,
  messages: readonly ChatMessage[],
  { report, messages: compacted, notice }: Compaction<ChatMessage>,
): StepRecord {
  // What a tool printed once is not shown with its tokens and passwords.
  const inspect = (list: readonly ChatMessage[]) => inspectMessages(list, { format: "vscode", redact: redactSecrets });
  const before = inspect(messages);
  return {
    time: new Date().toISOString(),
    model,
    notice: notice ?? "",
    report,
    contexts: [
      { label: "Before", parts: before.parts },
      { label: "After", parts: inspect(compacted).parts },
    ],
    exchanges: exchangeRows(report, before),
  };
}
