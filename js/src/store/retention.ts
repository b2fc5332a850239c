import { requireAboveZero, requireOptions } from "../errors.js";
import { isAbandoned, isText } from "./file-name.js";

/** Retention in a folder, by the time at which a text was last written. */
export interface RetainOptions {
  /** Maximum bytes of texts; default 1,000,000,000. The oldest leave first. */
  readonly bytes?: number | undefined;
  /** Maximum age in days; default no limit. */
  readonly days?: number | undefined;
}

/** Options of a backend that keeps files. */
export interface FileBackendOptions {
  /** Limits of the folder, all namespaces together; by default 1 GB (1,000,000,000 bytes). */
  readonly retain?: RetainOptions | undefined;
}

/** A folder of files, by their names. */
export interface Folder {
  names(): Promise<readonly string[]>;
  stat(name: string): Promise<{ readonly bytes: number; readonly time: number }>;
  delete(name: string): PromiseLike<unknown>;
}

const HOUR = 3_600_000;
/** Files that are looked at together. */
const LANES = 64;

/** Deletes what is over the limits of a folder: with the first write, when the writes since fill it, and each hour. */
export class Retention {
  readonly #bytes: number;
  readonly #days: number;
  /** Bytes in the folder, as far as they are known here. */
  #known = 0;
  #next = 0;

  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(options: FileBackendOptions | undefined) {
    requireOptions("options", options ?? {}, ["retain"]);
    const { retain = {} } = options ?? {};
    requireOptions("retain", retain, ["bytes", "days"]);
    const { bytes = 1_000_000_000, days = Number.POSITIVE_INFINITY } = retain;
    requireAboveZero("retain.bytes", bytes);
    requireAboveZero("retain.days", days);
    this.#bytes = bytes;
    this.#days = days;
  }

  /** Notes a write. What cannot be listed or deleted is tried again later: the text is written. */
  async wrote(bytes: number, folder: Folder): Promise<void> {
    this.#known += bytes;
    if (this.#known <= this.#bytes && Date.now() < this.#next) return;
    this.#next = Date.now() + HOUR;
    this.#known = 0;
    this.#known += await this.#tidied(folder).catch(() => 0);
  }

  /** Deletes old texts, and the temporary files of processes that ended while writing. Returns the bytes that stay. */
  async #tidied(folder: Folder): Promise<number> {
    const names = await folder.names();
    for (const name of names.filter(isAbandoned)) await folder.delete(name).then(undefined, () => {});
    const files: { readonly name: string; readonly bytes: number; readonly time: number }[] = [];
    const texts = names.filter(isText);
    for (let at = 0; at < texts.length; at += LANES) {
      const some = texts.slice(at, at + LANES).map(async (name) => {
        // Another process may have deleted it.
        const file = await folder.stat(name).catch(() => undefined);
        if (file) files.push({ name, ...file });
      });
      await Promise.all(some);
    }
    files.sort((one, other) => other.time - one.time);
    const oldest = Date.now() - this.#days * 24 * HOUR;
    let kept = 0;
    let isFull = false;
    for (const { name, bytes, time } of files) {
      // One that is over the limit by itself takes no others with it.
      const isLarge = bytes > this.#bytes;
      isFull ||= (!isLarge && kept + bytes > this.#bytes) || time < oldest;
      if (isFull || isLarge) await folder.delete(name).then(undefined, () => {});
      else kept += bytes;
    }
    return kept;
  }
}
