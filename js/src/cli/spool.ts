import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Bytes that are held in memory before a file takes them. */
const HELD = 4 << 20;
/** Bytes of one read. */
const CHUNK = 1 << 20;

/** Bytes to be read several times: held in memory, or in a file readable only by its owner if there are many. */
export class Spool {
  #chunks: Uint8Array[] = [];
  #held = 0;
  #size = 0;
  #folder: string | undefined;
  #fd: number | undefined;
  /** Writing has failed: the disk is full, or there is no folder for the file. */
  #isFull = false;

  add(chunk: Uint8Array): void {
    this.#chunks.push(new Uint8Array(chunk));
    this.#held += chunk.length;
    if (this.#held > HELD) this.#empty();
  }

  #empty(): void {
    if (this.#fd === undefined && !this.#isFull) this.#fd = this.#open();
    while (this.#fd !== undefined && !this.#isFull) {
      const [chunk] = this.#chunks;
      if (chunk === undefined) break;
      const written = this.#write(this.#fd, chunk);
      this.#size += written;
      this.#held -= written;
      if (written === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(written);
    }
  }

  /** Writes what fits on the disk. After the first error the rest stays in memory, so that no output is lost. */
  #write(fd: number, chunk: Uint8Array): number {
    try {
      return writeSync(fd, chunk, 0, chunk.length, this.#size);
    } catch {
      this.#isFull = true;
      return 0;
    }
  }

  /** Opens the file; returns `undefined` without a folder for it. */
  #open(): number | undefined {
    try {
      this.#folder = mkdtempSync(join(tmpdir(), "tooltrim-"));
      const fd = openSync(join(this.#folder, "output"), "wx+", 0o600);
      // A process that is killed cannot tidy up, and an open file needs no name.
      if (process.platform !== "win32") rmSync(this.#folder, { recursive: true });
      return fd;
    } catch {
      this.#isFull = true;
      return undefined;
    }
  }

  /** Yields all bytes from the first on; each chunk is good until the next is asked for. */
  *[Symbol.iterator](): Generator<Uint8Array> {
    if (this.#fd !== undefined) {
      const buffer = Buffer.allocUnsafe(CHUNK);
      for (let at = 0; at < this.#size; ) {
        const length = readSync(this.#fd, buffer, 0, CHUNK, at);
        if (length === 0) break;
        at += length;
        yield buffer.subarray(0, length);
      }
    }
    yield* this.#chunks;
  }

  close(): void {
    this.#chunks = [];
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }
}
