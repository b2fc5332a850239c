import { writeFileSync } from "node:fs";
import { type LeftOut, type LogAgent, type MessageFormat, SessionLogReader } from "../messages.js";
import { partsOf } from "./agent-logs.js";
import { bytesOf, nameOf, print, tell } from "./io.js";
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
  /** Other messages in the shape of the file: what stood around them stays, for a file of plain messages. */
  readonly write: (messages: readonly unknown[]) => string;
}

/** Bytes of the largest file that is held as a whole, to be written again as it was. */
const HELD = 256 << 20;

/** Reads messages of a provider or the log of an agent, as it arrives. @throws InputError */
export function readSession(file: string | undefined): Session {
  const reader = new SessionLogReader();
  let held: Buffer[] | undefined = [];
  let size = 0;
  for (const part of file === undefined ? [undefined] : partsOf(file)) {
    for (const chunk of bytesOf(part)) {
      reader.push(chunk);
      size += chunk.length;
      if (size > HELD) held = undefined;
      held?.push(Buffer.from(chunk));
    }
  }
  const { messages, format, agent, skipped, reasons } = finished(reader, file);
  const write = agent === null && held ? writerOf(Buffer.concat(held).toString()) : pretty;
  return { file, messages, format, agent, skipped, reasons, write };
}

function finished(reader: SessionLogReader, file: string | undefined) {
  try {
    return reader.finish();
  } catch (error) {
    if ((error as { code?: string }).code === "INTERNAL") throw error;
    throw new InputError(`${nameOf(file)}: ${(error as Error).message}`);
  }
}

const pretty = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

const LISTS = ["messages", "input", "contents"] as const;

/** Writes messages into the document that they came from, with its indentation; JSON Lines stay JSON Lines. */
function writerOf(text: string): Session["write"] {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return (messages) => messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  }
  const indentation = /^\s*[[{]\r?\n([ \t]+)/.exec(text)?.[1];
  const json = (value: unknown) => JSON.stringify(value, undefined, indentation) + (text.endsWith("\n") ? "\n" : "");
  if (Array.isArray(document)) return json;
  const list = LISTS.find((name) => Array.isArray((document as Record<string, unknown> | null)?.[name]));
  return (messages) => json(list ? { ...(document as object), [list]: messages } : messages);
}

/** Tells on stderr what of a log was not understood. */
export function tellSkipped({ file, skipped, reasons }: Session): void {
  if (skipped === 0 && reasons.length === 0) return;
  for (const { what, count, line } of reasons) {
    tell(`tooltrim: ${nameOf(file)}: ${count.toLocaleString("en-US")} × ${what}, first in line ${line}`);
  }
}

/** Writes a result to a file, or to stdout. */
export function output(text: string, file: string | undefined): void {
  try {
    if (file === undefined || file === "-") print(text);
    else writeFileSync(file, text);
  } catch (error) {
    throw new InputError(`--output: ${JSON.stringify(file)} cannot be written: ${(error as Error).message}`);
  }
}
