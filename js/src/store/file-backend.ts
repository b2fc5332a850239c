import { builtin } from "../builtin.js";
import { TooltrimError, wrong } from "../errors.js";
import type { StoreBackend } from "./backend.js";
import { decodeFile, fileNameOf, isAbandoned, temporaryName } from "./file-name.js";

/**
 * Keeps a store's texts as files in a folder: one UTF-8 file per text, readable only by its owner (0600; new folders
 * get 0700). Files are written atomically, also if the process or the machine stops meanwhile, and several processes
 * may use one folder. Each text and each flush takes one `fsync`. For Node 20.16 or newer (22.3 in line 22).
 *
 * @example
 * ```ts
 * import { fileBackend, OutputStore } from "tooltrim/store";
 *
 * const store = new OutputStore({ backend: fileBackend(".cache/tool-outputs"), namespace: "session-1" });
 * store.put("a long log");
 * await store.flush(); // .cache/tool-outputs/tooltrim+session-1+…+_r1.txt
 * ```
 *
 * @throws TooltrimError `INVALID_OPTION` if `folder` is not a path, or the host has no file system
 */
export function fileBackend(folder: string): StoreBackend {
  if (typeof folder !== "string" || folder === "") throw wrong("folder", folder, "the path of a folder");
  const fs = builtin<typeof import("node:fs")>("node:fs")?.promises;
  const path = builtin<typeof import("node:path")>("node:path");
  if (!fs || !path) {
    throw new TooltrimError("INVALID_OPTION", "fileBackend: there are no files here; it needs Node 20.16 or newer");
  }
  return new FileBackend(fs, path, path.resolve(folder));
}

class FileBackend implements StoreBackend {
  readonly isReliable = true;
  readonly #fs: typeof import("node:fs").promises;
  readonly #path: typeof import("node:path");
  readonly #folder: string;
  #isClean = false;

  constructor(fs: typeof import("node:fs").promises, path: typeof import("node:path"), folder: string) {
    this.#fs = fs;
    this.#path = path;
    this.#folder = folder;
  }

  async get(key: string): Promise<string | undefined> {
    const file = await this.#fileOf(key);
    const bytes = await this.#fs.readFile(file).catch(unlessMissing);
    return bytes && decodeFile(bytes);
  }

  async set(key: string, value: string): Promise<void> {
    const file = await this.#fileOf(key);
    await this.#write(value, (temporary) => this.#fs.rename(temporary, file));
  }

  async add(key: string, value: string): Promise<boolean> {
    const file = await this.#fileOf(key);
    return this.#write(value, async (temporary) => {
      try {
        await this.#fs.link(temporary, file);
      } catch (error) {
        const code = codeOf(error);
        if (code === "EEXIST") return false;
        if (!withoutLinks.has(code)) throw error;
        // On file systems without hard links, an empty file reserves the name until the complete one is moved there.
        const empty = await this.#fs.open(file, "wx", 0o600).catch(unlessThere);
        if (!empty) return false;
        await empty.close();
        await this.#fs.rename(temporary, file);
      }
      return true;
    });
  }

  /** Writes a temporary file, and lets `place` give it its final name. */
  async #write<T>(value: string, place: (temporary: string) => Promise<T>): Promise<T> {
    await this.#fs.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#clean();
    const temporary = this.#path.join(this.#folder, temporaryName());
    try {
      const handle = await this.#fs.open(temporary, "wx", 0o600);
      try {
        await handle.writeFile(value);
        // Otherwise a power failure may leave the name without the text.
        await handle.sync();
      } finally {
        await handle.close();
      }
      return await place(temporary);
    } finally {
      // The file is gone if it was moved. Otherwise this keeps a full disk usable.
      await this.#fs.unlink(temporary).catch(() => {});
    }
  }

  async delete(key: string): Promise<boolean> {
    const file = await this.#fileOf(key);
    return (await this.#fs.unlink(file).then(() => true, unlessMissing)) ?? false;
  }

  async #fileOf(key: string): Promise<string> {
    return this.#path.join(this.#folder, await fileNameOf(key));
  }

  /** Removes, once, the temporary files of processes that ended while writing. */
  async #clean(): Promise<void> {
    if (this.#isClean) return;
    this.#isClean = true;
    for (const name of await this.#fs.readdir(this.#folder)) {
      if (isAbandoned(name)) await this.#fs.unlink(this.#path.join(this.#folder, name)).catch(() => {});
    }
  }
}

/** Error codes of file systems without hard links, as on some sticks, shares and phones. */
const withoutLinks: ReadonlySet<unknown> = new Set(["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"]);

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code;

const unless = (code: string) => (error: unknown) => {
  if (codeOf(error) === code) return undefined;
  throw error;
};
const unlessMissing = unless("ENOENT");
const unlessThere = unless("EEXIST");
