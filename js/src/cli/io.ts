import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { visible } from "tooltrim-view/text";
import { orderOf, readUtf16, wellFormed } from "../text/encoding.js";
import { InputError, UsageError } from "./usage.js";

/** Returns `true` for a terminal. */
export const isTerminal = (fd: 0 | 1 | 2): boolean => isatty(fd);

/** The name of an input in messages. */
export const nameOf = (file: string | undefined): string => (isStdin(file) ? "stdin" : JSON.stringify(file));

const isStdin = (file: string | undefined) => file === undefined || file === "-";

/** Bytes of one read. */
const CHUNK = 1 << 20;

/**
 * Yields the bytes of a file, or of stdin; each chunk is good until the next is asked for. Reads synchronously: streams
 * take longer to load than a small text to trim, and a filter has nothing to do meanwhile.
 */
export function* bytesOf(file: string | undefined): Generator<Buffer> {
  if (isStdin(file) && isTerminal(0)) {
    throw new UsageError("input: there is none; pipe a command's output into tooltrim, or name a file");
  }
  const buffer = Buffer.allocUnsafe(CHUNK);
  const progress = new Progress(nameOf(file));
  let fd: number | undefined;
  try {
    fd = isStdin(file) ? 0 : openSync(file as string, "r");
    for (;;) {
      const length = readNow(fd, buffer);
      if (length === 0) return;
      progress.add(length);
      yield buffer.subarray(0, length);
    }
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    progress.end();
    if (fd) closeSync(fd);
  }
}

/** Reads what there is, and waits for more if there is nothing; 0 at the end. */
function readNow(fd: number, buffer: Buffer): number {
  for (;;) {
    try {
      return readSync(fd, buffer);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows reports the end of a pipe so.
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** True if something other than a terminal is on stdin: a pipe, or a file. */
export function isPiped(): boolean {
  if (isTerminal(0)) return false;
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isFile() || stdin.isSocket();
  } catch {
    return false;
  }
}

/** The longest text that V8 holds, less what decoding may add. */
const LONGEST = 500_000_000;

/** Reads an input as a whole, for what cannot be done in one pass. */
export function wholeOf(file: string | undefined): Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  for (const chunk of bytesOf(file)) {
    size += chunk.length;
    if (size > LONGEST) {
      throw new InputError(`${nameOf(file)}: is longer than 500 MB, which this command cannot hold`);
    }
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

/** The text of UTF-16, without its byte order mark; `undefined` for other bytes. */
export function utf16Of(bytes: Uint8Array): string | undefined {
  const order = orderOf(bytes);
  return order && wellFormed(readUtf16(bytes, order)).replace(/^\ufeff/, "");
}

/** Decodes a whole input. A byte order mark is dropped. @throws InputError for bytes that are not UTF-8 */
export function textOf(bytes: Uint8Array, file: string | undefined): string {
  try {
    return utf16Of(bytes) ?? new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${nameOf(file)}: is neither UTF-8 nor UTF-16`);
  }
}

function unreadable(file: string | undefined, error: unknown): unknown {
  const reasons: Record<string, string> = {
    ENOENT: "there is no such file",
    EISDIR: "is a folder, not a file",
    EACCES: "may not be read",
    EPERM: "may not be read",
  };
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !("syscall" in (error as object))) return error;
  return new InputError(`${nameOf(file)}: ${reasons[code] ?? `cannot be read: ${(error as Error).message}`}`);
}

/** Writes to stdout before it returns. A reader that has gone, such as `head`, is no error and ends the process. */
export function print(text: string | Uint8Array): void {
  write(1, text);
}

/** Writes a line to stderr, without what a terminal would obey: names and messages may come from anywhere. */
export function tell(line: string): void {
  write(2, `${visible(line)}\n`);
}

/** Writes a text of ours to stderr, as it is. */
export function printError(text: string): void {
  write(2, text);
}

/** Waits for the other end of a pipe that does not block. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

function write(fd: 1 | 2, text: string | Uint8Array): void {
  let rest: Uint8Array = typeof text === "string" ? Buffer.from(text) : text;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EAGAIN") pause();
      // A filter whose reader is gone has nothing left to do.
      else if (code === "EPIPE") process.exit(process.exitCode ?? 0);
      else throw error;
    }
  }
}

/** Progress on a terminal, shown after one second. */
class Progress {
  readonly #start = Date.now();
  readonly #name: string;
  #bytes = 0;
  #shown = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    const now = Date.now();
    if (now - this.#start < 1000 || now - this.#shown < 250 || !isTerminal(2)) return;
    this.#shown = now;
    const megabytes = this.#bytes / 1e6;
    const speed = Math.round((megabytes / (now - this.#start)) * 1000);
    write(2, `\r\u001b[K${this.#name}: ${Math.round(megabytes)} MB read, ${speed} MB/s`);
  }

  end(): void {
    if (this.#shown > 0) write(2, "\r\u001b[K");
  }
}
