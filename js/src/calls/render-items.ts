import { show, TooltrimError, wrong } from "../errors.js";
import { member } from "./calls.js";

/** Recorded call, as a strategy renders it. */
export interface RenderedEntry {
  readonly callId: string;
  readonly name: string;
  readonly args: object | null;
  readonly result: string;
  readonly isError: boolean;
}

/** Recorded call as text: an entry of `getCompactedHistory().recentCalls`. */
export interface RenderedText {
  readonly callText: string;
  readonly resultText: string;
  readonly isError: boolean;
}

/** Renders recorded calls and their summary as items of a request, such as those of the OpenAI Responses API. */
export interface HistoryStrategy<Entry = unknown, Summary = Entry> {
  /** Name of the strategy. */
  readonly name: string;
  /** Renders a recent call and its result. */
  renderEntry(entry: RenderedEntry): Entry | readonly Entry[];
  /** Renders the summary of older calls. It is not called without one. */
  renderSummary(summary: string): Summary | readonly Summary[];
}

/** Message of the user in the OpenAI Responses API. */
export interface UserTextItem {
  readonly type: "message";
  readonly role: "user";
  readonly content: readonly [{ readonly type: "input_text"; readonly text: string }];
}

/** Call in the OpenAI Responses API. */
export interface FunctionCallItem {
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  /** JSON of the arguments. */
  readonly arguments: string;
}

/** Result of a call in the OpenAI Responses API. */
export interface FunctionCallOutputItem {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string;
}

const userText = (text: string): UserTextItem => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});

/**
 * Renders each result as a message of the user that begins with `Context (tool result):`; the call itself is left out.
 * For models that take no structured calls.
 */
export class TextEmbedStrategy implements HistoryStrategy<UserTextItem> {
  readonly name = "text-embed";

  /** @throws TooltrimError `INVALID_OPTION` for an entry without a result */
  renderEntry(entry: RenderedEntry | RenderedText): UserTextItem[] {
    const result = member(entry, "result") ?? member(entry, "resultText");
    if (typeof result !== "string") throw wrong("entry", entry, "an entry with result or resultText");
    return [userText(`Context (tool result):\n${result}`)];
  }

  renderSummary(summary: string): UserTextItem[] {
    return summary.trim() === "" ? [] : [userText(summary)];
  }
}

/** Renders each call as `function_call` and `function_call_output`, and the summary as a message of the user. */
export class NativeStrategy implements HistoryStrategy<FunctionCallItem | FunctionCallOutputItem, UserTextItem> {
  readonly name = "native";

  /** @throws TooltrimError `INVALID_OPTION` for an entry that is only text: its call cannot be told from it */
  renderEntry(entry: RenderedEntry): (FunctionCallItem | FunctionCallOutputItem)[] {
    const { callId, name, args, result } = entry ?? {};
    if (![callId, name, result].every((text) => typeof text === "string")) {
      throw wrong("entry", entry, "an entry with callId, name, args and result");
    }
    return [
      { type: "function_call", call_id: callId, name, arguments: json(args) },
      { type: "function_call_output", call_id: callId, output: result },
    ];
  }

  renderSummary(summary: string): UserTextItem[] {
    return summary.trim() === "" ? [] : [userText(summary)];
  }
}

/** Arguments as JSON; `{}` for those that cannot be written as such. */
function json(args: object | null): string {
  try {
    return JSON.stringify(args ?? {}) ?? "{}";
  } catch {
    return "{}";
  }
}

/** Renders a history with a strategy. An answer of the strategy is a list of items, or one item. */
export function renderItems<Entry, Summary>(
  strategy: HistoryStrategy<Entry, Summary>,
  summary: string | null,
  entries: readonly RenderedEntry[],
): (Entry | Summary)[] {
  for (const method of ["renderEntry", "renderSummary"]) {
    if (typeof member(strategy, method) !== "function") {
      const rule = "an object with name, renderEntry(entry) and renderSummary(summary)";
      throw new TooltrimError("INVALID_OPTION", `strategy: ${show(strategy)} is not ${rule}`);
    }
  }
  const older = summary === null || summary === "" ? [] : [strategy.renderSummary(summary)];
  return [...older, ...entries.map((entry) => strategy.renderEntry(entry))].flat() as (Entry | Summary)[];
}
