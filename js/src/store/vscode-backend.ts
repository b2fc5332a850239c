import { show, TooltrimError } from "../errors.js";
import type { StoreBackend } from "./backend.js";
import { decodeFile, fileNameOf, temporaryName } from "./file-name.js";
import { type FileBackendOptions, type Folder, Retention } from "./retention.js";

/** The part of `vscode.Memento` that is used: `context.globalState`, `context.workspaceState`. */
export interface VscodeMemento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The part of `vscode.Uri` that is used. */
export interface VscodeUri {
  readonly path: string;
  with(change: { path: string }): VscodeUri;
}

/**
 * The part of `vscode.FileSystem` that is used: `vscode.workspace.fs`. `Uri` stands for `vscode.Uri`, which this
 * module does not import.
 */
export interface VscodeFileSystem<Uri> {
  createDirectory(uri: Uri): PromiseLike<void>;
  stat(uri: Uri): PromiseLike<{ readonly mtime: number; readonly size: number }>;
  readDirectory(uri: Uri): PromiseLike<readonly (readonly [name: string, type: number])[]>;
  readFile(uri: Uri): PromiseLike<Uint8Array>;
  writeFile(uri: Uri, content: Uint8Array): PromiseLike<void>;
  rename(source: Uri, target: Uri, options: { overwrite: boolean }): PromiseLike<void>;
  delete(uri: Uri): PromiseLike<void>;
}

/** A folder that VS Code keeps for an extension. */
export interface VscodeFolder<Uri extends VscodeUri = VscodeUri> {
  /** `context.storageUri` (the workspace's; `undefined` if none is open) or `context.globalStorageUri`. */
  readonly storageUri: Uri;
  /** `vscode.workspace.fs` */
  readonly fs: VscodeFileSystem<Uri>;
}

/**
 * Keeps a store's texts where VS Code keeps an extension's data, on the desktop, on a server and in the browser: as
 * files under a `storageUri` (start with this), or in a `Memento`, which VS Code holds in memory as a whole, for small
 * stores only. `retain` limits a folder as it does for {@link fileBackend}.
 *
 * @example
 * ```ts no-run
 * import { OutputStore, vscodeBackend } from "tooltrim/store";
 * import * as vscode from "vscode";
 *
 * export async function activate(context: vscode.ExtensionContext) {
 *   const backend = vscodeBackend({ storageUri: context.globalStorageUri, fs: vscode.workspace.fs });
 *   const store = new OutputStore({ backend, namespace: "outputs" });
 * }
 * ```
 *
 * @throws TooltrimError `INVALID_OPTION` for anything else
 */
export function vscodeBackend<Uri extends VscodeUri>(
  storage: VscodeFolder<Uri> | VscodeMemento,
  options?: FileBackendOptions,
): StoreBackend {
  const retention = new Retention(options);
  const { update, get } = (storage ?? {}) as Partial<VscodeMemento>;
  if (typeof update === "function" && typeof get === "function") return new MementoBackend(storage as VscodeMemento);
  const { fs, storageUri } = (storage ?? {}) as Partial<VscodeFolder<Uri>>;
  if (typeof fs?.writeFile === "function" && typeof storageUri?.with === "function") {
    return new FolderBackend({ fs, storageUri }, retention);
  }
  const rule = "is neither a Memento nor { storageUri, fs } with a Uri and vscode.workspace.fs";
  throw new TooltrimError("INVALID_OPTION", `storage: ${show(storage)} ${rule}`);
}

class MementoBackend implements StoreBackend {
  readonly isReliable = true;
  readonly #memento: VscodeMemento;

  constructor(memento: VscodeMemento) {
    this.#memento = memento;
  }

  get(key: string): unknown {
    return this.#memento.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    await this.#memento.update(key, value);
  }

  async delete(key: string): Promise<boolean> {
    const had = this.#memento.get(key) !== undefined;
    await this.#memento.update(key, undefined);
    return had;
  }
}

class FolderBackend<Uri extends VscodeUri> implements StoreBackend {
  readonly isReliable = true;
  readonly #fs: VscodeFileSystem<Uri>;
  readonly #folder: Uri;
  readonly #retention: Retention;
  #isReady = false;

  constructor({ fs, storageUri }: VscodeFolder<Uri>, retention: Retention) {
    this.#fs = fs;
    this.#folder = storageUri;
    this.#retention = retention;
  }

  async get(key: string): Promise<string | undefined> {
    const uri = this.#in(await fileNameOf(key));
    const bytes = await this.#fs.readFile(uri).then(undefined, unlessMissing);
    return bytes && decodeFile(bytes);
  }

  async set(key: string, value: string): Promise<void> {
    const uri = this.#in(await fileNameOf(key));
    const bytes = new TextEncoder().encode(value);
    // VS Code only names the folder.
    if (!this.#isReady) await this.#fs.createDirectory(this.#folder);
    this.#isReady = true;
    const temporary = this.#in(temporaryName());
    try {
      await this.#fs.writeFile(temporary, bytes);
      await this.#fs.rename(temporary, uri, { overwrite: true });
    } catch (error) {
      await this.#fs.delete(temporary).then(undefined, () => {});
      throw error;
    }
    await this.#retention.wrote(bytes.length, this.#files);
  }

  async delete(key: string): Promise<boolean> {
    const uri = this.#in(await fileNameOf(key));
    return (await this.#fs.delete(uri).then(() => true, unlessMissing)) ?? false;
  }

  #in(name: string): Uri {
    return this.#folder.with({ path: `${this.#folder.path.replace(/\/+$/, "")}/${name}` }) as Uri;
  }

  get #files(): Folder {
    return {
      names: async () => (await this.#fs.readDirectory(this.#folder)).map(([name]) => name),
      stat: async (name) => {
        const { size, mtime } = await this.#fs.stat(this.#in(name));
        return { bytes: size, time: mtime };
      },
      delete: async (name) => this.#fs.delete(this.#in(name)),
    };
  }
}

/** Name of a `vscode.FileSystemError.FileNotFound`. */
function unlessMissing(error: unknown): undefined {
  if ((error as { code?: unknown } | undefined)?.code === "FileNotFound") return undefined;
  throw error;
}
