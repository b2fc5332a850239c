import { isUtf8 } from "node:buffer";
import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type LeftOut, type LogAgent, type MessageFormat, type SessionLog, SessionLogReader } from "../messages.js";
import { Decoding, orderOf } from "../text/encoding.js";
import { partsOf } from "./agent-logs.js";
import { isEmpty, pretty, writerOf } from "./document.js";
import { bytesOf, nameOf, print, tell, utf16Of } from "./io.js";
import { isSameJson, lostNumber } from "./json-tokens.js";
import { InputError } from "./usage.js";

/** A conversation from a file. */
export interface Session {
  readonly file: string | undefined;
  readonly messages: unknown[];
  readonly format: MessageFormat;
  /** Agent that wrote the log; `null` for plain messages. */
  readonly agent: LogAgent | null;
  readonly skipped: number;
  readonly reasons: readonly LeftOut[];
  /**
   * Returns other messages in the shape of the file: the members around them stay, for a file of plain messages, and the
   * messages of the file are its own text. @throws InputError for numbers that would become others
   */
  readonly write: (messages: readonly unknown[]) => string;
  /** @throws InputError for numbers that would become others if messages of the file were written */
  readonly requireNumbers: () => void;
  /** Returns why the file cannot be replaced by its own messages without a loss; `null` if it can. */
  readonly loss: () => string | null;
}

/** Bytes of the largest file that is held as a whole, to be written again as it was. */
const HELD = 256 << 20;

/** Reads messages of a provider or the log of an agent, as it arrives. @throws InputError */
export function readSession(file: string | undefined): Session {
  const reader = new SessionLogReader();
  let held: Buffer[] | undefined = [];
  let size = 0;
  for (const part of file === undefined ? [undefined] : partsOf(file)) {
    const decoding = new Decoding();
    for (const chunk of bytesOf(part)) {
      reader.push(decoding.push(chunk));
      size += chunk.length;
      if (size > HELD) held = undefined;
      held?.push(Buffer.from(chunk));
    }
    reader.push(decoding.end());
  }
  const { messages, format, agent, skipped, reasons } = finished(reader, file, held);
  const bytes = agent === null && held ? Buffer.concat(held) : undefined;
  const text = bytes && (utf16Of(bytes) ?? bytes.toString());
  const rewrite = text === undefined ? pretty : writerOf(text);
  const isAll = skipped === 0 && reasons.length === 0;
  const requireNumbers = () => {
    const lost = text === undefined ? undefined : lostNumber(text);
    if (lost === undefined) return;
    const rule = `would become ${JSON.stringify(Number(lost))} when it is written again; make it a text`;
    throw new InputError(`${nameOf(file)}: has the number ${lost.slice(0, 60)}, which ${rule}`);
  };
  const write = (changed: readonly unknown[]) => {
    if (text !== undefined && isAll && changed === messages) return text;
    requireNumbers();
    return rewrite(changed);
  };
  const session = { file, messages, format, agent, skipped, reasons, write, requireNumbers };
  return { ...session, loss: () => lossOf({ ...session, write: rewrite }, bytes) };
}

function lossOf(
  { agent, skipped, reasons, messages, write }: Omit<Session, "loss">,
  bytes: Buffer | undefined,
): string | null {
  if (agent !== null) return `is a log of ${agent}, which is only read`;
  if (!bytes) return "is larger than 256 MiB";
  if (skipped > 0 || reasons.length > 0) return "has more in it than messages";
  if (orderOf(bytes) || !isUtf8(bytes)) return "is not UTF-8 text";
  return isSameJson(bytes.toString(), write(messages)) ? null : "has numbers or members that would be lost";
}

function finished(reader: SessionLogReader, file: string | undefined, held: readonly Buffer[] | undefined): SessionLog {
  try {
    return reader.finish();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "INTERNAL") throw error;
    // A conversation that has not begun has no message to tell the format by, and nothing that depends on it.
    if (code === "UNKNOWN_FORMAT" && held && isEmpty(utf16Of(Buffer.concat(held)) ?? Buffer.concat(held).toString())) {
      return { messages: [], format: "openai-chat", agent: null, skipped: 0, reasons: [] };
    }
    throw new InputError(`${nameOf(file)}: ${(error as Error).message.replace(/^log: /, "")}`);
  }
}

/** Reports entries of a log that were not read, on stderr. */
export function tellSkipped({ file, skipped, reasons }: Session): void {
  if (skipped === 0 && reasons.length === 0) return;
  for (const { what, count, line } of reasons) {
    tell(`tooltrim: ${nameOf(file)}: ${count.toLocaleString("en-US")} × ${what}, first in line ${line}`);
  }
}

/** Writes a result to stdout, or to a file, which is replaced only when all is written. */
export function output(text: string, file: string | undefined, flag = "--output"): void {
  if (file === undefined || file === "-") {
    print(text);
    return;
  }
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new InputError(`${flag}: ${JSON.stringify(file)} cannot be written: ${(error as Error).message}`);
  }
}

function replaceFile(file: string, text: string): void {
  const before = statSync(file, { throwIfNoEntry: false });
  if (before && !before.isFile()) {
    writeFileSync(file, text);
    return;
  }
  const path = before ? realpathSync(file) : file;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: before?.mode ?? 0o666, flush: true });
    // The mask of the process applies to a new file only.
    if (before) chmodSync(temporary, before.mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
