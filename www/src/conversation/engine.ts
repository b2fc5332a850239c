// A session in the worker: read once, compacted as often as somebody asks.
import { type Compaction, type CompactOptions, compactMessages } from "tooltrim";
import {
  type ExtractedToolCall,
  extractToolCalls,
  type Inspection,
  inspectMessages,
  type Problem,
  type SessionLog,
  SessionLogReader,
  validateMessages,
} from "tooltrim/messages";
import { pretty, writerOf } from "../../../js/src/cli/document.js";
import { type Piece, piecesOf } from "./difference.js";
import { type Fixed, type PackedStep, packed } from "./packed.js";

/** What was found in a session. */
export interface Loaded extends Omit<SessionLog, "messages"> {
  readonly messages: number;
  readonly inspection: Omit<Inspection, "messages">;
  readonly exchanges: readonly Fixed[];
  readonly problems: readonly Problem[];
}

/** One exchange, before and after. */
export interface ExchangeTexts {
  readonly args: readonly Piece[];
  readonly result: readonly Piece[];
  /** What the model sees in place of an exchange that was removed. */
  readonly instead: string | null;
}

export class Engine {
  readonly #reader = new SessionLogReader();
  readonly #source: (string | Blob)[] = [];
  #messages: unknown[] = [];
  #log: Omit<SessionLog, "messages"> | undefined;
  #calls: readonly ExtractedToolCall[] | undefined;
  /** The last two that somebody looked into. */
  readonly #compactions = new Map<string, Compaction<unknown>>();

  /** Reads the next piece of the file. */
  async push(piece: string | Blob): Promise<void> {
    this.#source.push(piece);
    this.#reader.push(typeof piece === "string" ? piece : new Uint8Array(await piece.arrayBuffer()));
  }

  /** Says what was read. */
  finish(): Loaded {
    const { messages, ...log } = this.#reader.finish();
    this.#messages = messages;
    this.#log = log;
    const { format } = log;
    const { messages: _each, ...inspection } = inspectMessages(messages, { format });
    // The names and sizes of exchanges are the report's own, whatever is compacted.
    const { report } = compactMessages(messages, { format, window: { chars: inspection.size.chars + 1 } });
    return {
      ...log,
      messages: messages.length,
      inspection,
      exchanges: report.exchanges.map(({ id, name, category, charsBefore }) => ({ id, name, category, charsBefore })),
      problems: validateMessages(messages, { format }),
    };
  }

  /** Compacts, and answers what the report says. */
  step(options: CompactOptions): PackedStep {
    const { messages, report, changed, notice } = compactMessages(this.#messages, options);
    const { exchanges, ...summary } = report;
    const { parts } = inspectMessages(messages, { format: options.format });
    return { summary, changed, notice, parts, messages: messages.length, ...packed(exchanges) };
  }

  /** The texts of one exchange. */
  exchange({ options, index }: { options: CompactOptions; index: number }): ExchangeTexts {
    const { messages, report, edits } = this.#compaction(options);
    const { format } = options;
    this.#calls ??= extractToolCalls(this.#messages, { format });
    const before = this.#calls[index];
    if (report.exchanges[index]?.rung !== "folded") {
      // Exchanges leave whole: those that stay are in their order.
      const at = report.exchanges.slice(0, index).filter(({ rung }) => rung !== "folded").length;
      const after = extractToolCalls(messages, { format })[at];
      return {
        args: piecesOf(argumentsOf(before), argumentsOf(after)),
        result: piecesOf(before?.result ?? "", after?.result ?? ""),
        instead: null,
      };
    }
    const inserted = edits.flatMap((edit) => ("message" in edit ? [textOf(edit.message)] : []));
    return {
      args: piecesOf(argumentsOf(before), ""),
      result: piecesOf(before?.result ?? "", ""),
      instead: inserted.join("\n") || null,
    };
  }

  /** The compacted session in the shape of the file that came in, or the report. */
  async write({ options, what }: { options: CompactOptions; what: "session" | "report" }): Promise<Blob> {
    const { messages, report } = this.#compaction(options);
    const isLog = this.#log?.agent !== null;
    const text = what === "report" ? pretty(report) : isLog ? pretty(messages) : writerOf(await this.#text())(messages);
    return new Blob([text], { type: "application/json" });
  }

  #compaction(options: CompactOptions): Compaction<unknown> {
    const key = JSON.stringify(options);
    const known = this.#compactions.get(key);
    if (known) return known;
    const made = compactMessages(this.#messages, options);
    this.#compactions.set(key, made);
    const [oldest] = this.#compactions.keys();
    if (this.#compactions.size > 2 && oldest !== undefined) this.#compactions.delete(oldest);
    return made;
  }

  async #text(): Promise<string> {
    const texts = this.#source.filter((piece) => typeof piece === "string");
    if (texts.length === this.#source.length) return texts.join("");
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await new Blob(this.#source).arrayBuffer());
  }
}

const argumentsOf = (call: ExtractedToolCall | undefined): string =>
  call === undefined || call.args === null ? "" : JSON.stringify(call.args, undefined, 2);

/** All texts in a message, whatever its format. */
function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .map(([name, member]) =>
      typeof member === "string" ? (/^(?:content|text|value)$/.test(name) ? member : "") : textOf(member),
    )
    .filter(Boolean)
    .join("\n");
}
