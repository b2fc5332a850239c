import type { StoreBackend } from "./backend.js";
import { decodeFile, fileNameOf, temporaryName } from "./file-name.js";
import type { Folder, Retention } from "./retention.js";

/** The files of a folder, by their names. */
export interface Files extends Folder {
  /** Makes the folder, unless it is there. */
  make(): PromiseLike<unknown>;
  read(name: string): PromiseLike<Uint8Array>;
  write(name: string, bytes: Uint8Array): PromiseLike<unknown>;
  /** Replaces what has the new name. */
  rename(from: string, to: string): PromiseLike<unknown>;
  /** True for the error of a missing file. */
  isMissing(error: unknown): boolean;
}

/** A file for each text. */
export class FolderBackend implements StoreBackend {
  readonly isReliable = true;
  readonly #files: Files;
  readonly #retention: Retention;

  constructor(files: Files, retention: Retention) {
    this.#files = files;
    this.#retention = retention;
  }

  async get(key: string): Promise<string | undefined> {
    const bytes = await this.#unlessMissing(this.#files.read(await fileNameOf(key)));
    return bytes && decodeFile(bytes);
  }

  /** Writes a temporary file, and moves it to its name. */
  async set(key: string, value: string): Promise<void> {
    const name = await fileNameOf(key);
    const bytes = new TextEncoder().encode(value);
    await this.#files.make();
    const temporary = temporaryName();
    try {
      await this.#files.write(temporary, bytes);
      await this.#files.rename(temporary, name);
    } catch (error) {
      // This keeps a full disk usable.
      await this.#files.delete(temporary).then(undefined, () => {});
      throw error;
    }
    await this.#retention.wrote(bytes.length, this.#files);
  }

  async delete(key: string): Promise<boolean> {
    const name = await fileNameOf(key);
    return (await this.#unlessMissing(this.#files.delete(name).then(() => true))) ?? false;
  }

  async #unlessMissing<T>(answer: PromiseLike<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (this.#files.isMissing(error)) return undefined;
      throw error;
    }
  }
}
