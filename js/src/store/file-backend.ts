import { builtin } from "../builtin.js";
import { TooltrimError, wrong } from "../errors.js";
import type { StoreBackend } from "./backend.js";
import { decodeFile, fileNameOf, temporaryName } from "./file-name.js";
import { type FileBackendOptions, type Folder, Retention } from "./retention.js";

/**
 * Keeps a store's texts as files in a folder: one UTF-8 file per text, readable only by its owner (0600; new folders
 * get 0700). Files are written atomically, also if the process or the machine stops meanwhile, and several processes
 * may use one folder. Each text takes one `fsync`. For Node 20.16 or newer (22.3 in line 22).
 *
 * @example
 * ```ts
 * import { fileBackend, OutputStore } from "tooltrim/store";
 *
 * const store = new OutputStore({ backend: fileBackend(".cache/tool-outputs"), namespace: "session-1" });
 * store.put("a long log");
 * await store.flush(); // .cache/tool-outputs/tooltrim+session-1+vdzfjh2h.txt
 * ```
 *
 * `retain` limits the folder: texts that were not written for the longest time leave first.
 *
 * @throws TooltrimError `INVALID_OPTION` if `folder` is not a path, or the host has no file system
 */
export function fileBackend(folder: string, options?: FileBackendOptions): StoreBackend {
  if (typeof folder !== "string" || folder === "") throw wrong("folder", folder, "the path of a folder");
  const fs = builtin<typeof import("node:fs")>("node:fs")?.promises;
  const path = builtin<typeof import("node:path")>("node:path");
  if (!fs || !path) {
    throw new TooltrimError("INVALID_OPTION", "fileBackend: there are no files here; it needs Node 20.16 or newer");
  }
  return new FileBackend(fs, path, path.resolve(folder), new Retention(options));
}

class FileBackend implements StoreBackend {
  readonly isReliable = true;
  readonly #fs: typeof import("node:fs").promises;
  readonly #path: typeof import("node:path");
  readonly #folder: string;
  readonly #retention: Retention;

  constructor(
    fs: typeof import("node:fs").promises,
    path: typeof import("node:path"),
    folder: string,
    retention: Retention,
  ) {
    this.#fs = fs;
    this.#path = path;
    this.#folder = folder;
    this.#retention = retention;
  }

  async get(key: string): Promise<string | undefined> {
    const file = await this.#fileOf(key);
    const bytes = await this.#fs.readFile(file).catch(unlessMissing);
    return bytes && decodeFile(bytes);
  }

  /** Writes a temporary file, and moves it to its name. */
  async set(key: string, value: string): Promise<void> {
    const file = await this.#fileOf(key);
    const bytes = new TextEncoder().encode(value);
    await this.#fs.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = this.#path.join(this.#folder, temporaryName());
    try {
      const handle = await this.#fs.open(temporary, "wx", 0o600);
      try {
        await handle.writeFile(bytes);
        // Otherwise a power failure may leave the name without the text.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await this.#fs.rename(temporary, file);
    } catch (error) {
      // This keeps a full disk usable.
      await this.#fs.unlink(temporary).catch(() => {});
      throw error;
    }
    await this.#retention.wrote(bytes.length, this.#files);
  }

  async delete(key: string): Promise<boolean> {
    const file = await this.#fileOf(key);
    return (await this.#fs.unlink(file).then(() => true, unlessMissing)) ?? false;
  }

  async #fileOf(key: string): Promise<string> {
    return this.#path.join(this.#folder, await fileNameOf(key));
  }

  get #files(): Folder {
    const at = (name: string) => this.#path.join(this.#folder, name);
    return {
      names: () => this.#fs.readdir(this.#folder),
      stat: async (name) => {
        const { size, mtimeMs } = await this.#fs.stat(at(name));
        return { bytes: size, time: mtimeMs };
      },
      delete: (name) => this.#fs.unlink(at(name)),
    };
  }
}

/** @throws anything but the error that a file is missing */
const unlessMissing = (error: unknown): undefined => {
  if ((error as { code?: unknown } | undefined)?.code !== "ENOENT") throw error;
};
