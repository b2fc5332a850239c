import type * as logs from "../../../target/wasm-logs/tooltrim.js";
import { TooltrimError, wrong } from "../errors.js";
import { wasm } from "../wasm.js";
import type { MessageFormat, Untyped } from "./types.js";

/** Agent that writes session logs. */
export type LogAgent =
  | "claude-code"
  | "codex"
  | "opencode"
  | "gemini-cli"
  | "pi"
  | "cline"
  | "swe-agent"
  | "openhands"
  | "atif";

/** Something in a log that is in no message. */
export interface LeftOut {
  /** What it is, in words. */
  readonly what: string;
  /** How often it is there. */
  readonly count: number;
  /** Line of the first, from 1. */
  readonly line: number;
}

/** A session log as messages. */
export interface SessionLog {
  /** Format of the messages. */
  readonly format: MessageFormat;
  /** Messages of the conversation, in order. */
  readonly messages: Untyped[];
  /** Agent that wrote the log; `null` for messages without a log around them. */
  readonly agent: LogAgent | null;
  /** Lines or entries that were not understood. */
  readonly skipped: number;
  /** What is in no message: what was not understood, and what was left out on purpose, such as subagents. */
  readonly reasons: readonly LeftOut[];
}

/** The binding of a module of its own; `wasm` is typed as that of the whole one. */
const binding = () => wasm() as unknown as typeof logs;

/** UTF-16 units or bytes that cross at a time: neither side holds more of the text than its last line. */
const STEP = 1 << 20;

/** The end of a log, as the core returns it; three values for each reason. */
type End = [format: MessageFormat, agent: LogAgent | null, path: number[] | null, skipped: number, ...rows: unknown[]];

/**
 * Reads a session log that arrives in pieces: returns what `readSessionLog` returns for the whole.
 *
 * @example
 * ```ts
 * import { SessionLogReader } from "tooltrim/messages";
 *
 * const reader = new SessionLogReader();
 * // With Node: for await (const chunk of createReadStream(path)) reader.push(chunk);
 * for (const chunk of ['{"role":"user","con', 'tent":"hi"}\n']) reader.push(chunk);
 * reader.finish().messages; // [{ role: "user", content: "hi" }]
 * ```
 *
 * Pieces are strings or bytes of UTF-8, and may end within a char. Of a log in JSON Lines only the line that has not
 * ended is held besides the messages; a log that is one JSON document is held until it ends.
 */
export class SessionLogReader {
  #log: logs.Log | undefined = new (binding().Log)();
  #messages: unknown[] = [];
  /** The first half of a surrogate pair that a piece ended with. */
  #half = "";

  /**
   * Reads the next piece.
   *
   * @throws TooltrimError `INVALID_OPTION` for anything but a string or a `Uint8Array`, and after `finish`
   */
  push(piece: string | Uint8Array): void {
    const log = this.#open();
    if (typeof piece === "string") this.#pushText(log, this.#half + piece);
    else if (ArrayBuffer.isView(piece)) {
      this.#pushHalf(log);
      for (let at = 0; at < piece.length; at += STEP) {
        log.push_bytes(piece.subarray(at, at + STEP));
        this.#take(log);
      }
    } else throw wrong("log", piece, "a string or a Uint8Array");
  }

  /**
   * Returns the messages, and frees the memory.
   *
   * @throws TooltrimError `INVALID_MESSAGES` if the text is empty or is neither JSON nor JSON Lines; `UNKNOWN_FORMAT` if
   * nothing in it is known; `INVALID_OPTION` if it was called before
   */
  finish(): SessionLog {
    const log = this.#open();
    this.#log = undefined;
    try {
      this.#pushHalf(log);
      const [format, agent, path, skipped, ...rows] = log.finish() as End;
      const reasons: LeftOut[] = [];
      while (rows.length > 0) {
        const [what, count, line] = rows.splice(0, 3) as [string, number, number];
        reasons.push({ what, count, line });
      }
      this.#take(log);
      const all = this.#messages;
      const messages = path ? path.map((at) => all[at]) : all;
      return { format, messages, agent, skipped, reasons };
    } finally {
      this.#messages = [];
      log.free();
    }
  }

  #open(): logs.Log {
    if (this.#log === undefined) throw new TooltrimError("INVALID_OPTION", "log: nothing can come after finish()");
    return this.#log;
  }

  #pushText(log: logs.Log, text: string): void {
    this.#half = "";
    for (let at = 0; at < text.length; ) {
      let end = Math.min(at + STEP, text.length);
      if (isHigh(text.charCodeAt(end - 1))) {
        if (end === text.length) {
          end -= 1;
          this.#half = text.slice(end);
        } else end += 1;
      }
      const piece = text.slice(at, end);
      log.push(piece, piece.length);
      this.#take(log);
      if (this.#half !== "") return;
      at = end;
    }
  }

  /** A half that no second half follows. */
  #pushHalf(log: logs.Log): void {
    if (this.#half !== "") log.push(this.#half, 1);
    this.#half = "";
  }

  #take(log: logs.Log): void {
    for (const json of log.take() as string[]) this.#messages.push(JSON.parse(json));
  }
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;

/**
 * Reads the log that a coding agent wrote on disk into messages of one of the formats.
 *
 * @example
 * ```ts
 * import { extractToolCalls, readSessionLog } from "tooltrim/messages";
 *
 * const session = `{"type":"session","version":3,"id":"1","cwd":"/repo"}
 * {"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"List the files."}}
 * {"type":"message","id":"b","parentId":"a","message":{"role":"assistant","content":[{"type":"toolCall","id":"call_1","name":"ls","arguments":{}}]}}
 * {"type":"message","id":"c","parentId":"b","message":{"role":"toolResult","toolCallId":"call_1","toolName":"ls","content":[{"type":"text","text":"lib.rs"}]}}`;
 * const { agent, format, messages, skipped } = readSessionLog(session);
 *
 * agent; // "pi"
 * format; // "ai-sdk"
 * extractToolCalls(messages, { format })[0]?.result; // "lib.rs"
 * skipped; // 0
 * ```
 *
 * Knows the logs of Claude Code, Codex, opencode, the Gemini CLI, pi, Cline, SWE-agent, OpenHands and ATIF, and messages
 * of the formats alone: as a JSON list, in a request, or as JSON Lines. The first entry that an agent recognises
 * decides. Broken lines are counted, and the rest is read. Linear in the text. For a large file see
 * {@link SessionLogReader}.
 *
 * Throws `INVALID_MESSAGES` if the text is empty, or is neither JSON nor JSON Lines; `UNKNOWN_FORMAT` if nothing in it
 * is an entry of a known log or a message of a known format.
 */
export function readSessionLog(text: string | Uint8Array): SessionLog {
  const reader = new SessionLogReader();
  reader.push(text);
  return reader.finish();
}
