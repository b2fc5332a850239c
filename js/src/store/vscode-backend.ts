import { show, TooltrimError } from "../errors.js";
import type { StoreBackend } from "./backend.js";
import { type Files, FolderBackend } from "./folder-backend.js";
import { type FileBackendOptions, Retention } from "./retention.js";

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
    return new FolderBackend(filesOf({ fs, storageUri }), retention);
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

function filesOf<Uri extends VscodeUri>({ fs, storageUri }: VscodeFolder<Uri>): Files {
  const at = (name: string) => storageUri.with({ path: `${storageUri.path.replace(/\/+$/, "")}/${name}` }) as Uri;
  let isMade = false;
  return {
    async make() {
      // VS Code only names the folder.
      if (!isMade) await fs.createDirectory(storageUri);
      isMade = true;
    },
    read: (name) => fs.readFile(at(name)),
    write: (name, bytes) => fs.writeFile(at(name), bytes),
    rename: (from, to) => fs.rename(at(from), at(to), { overwrite: true }),
    delete: (name) => fs.delete(at(name)),
    names: async () => (await fs.readDirectory(storageUri)).map(([name]) => name),
    async stat(name) {
      const { size, mtime } = await fs.stat(at(name));
      return { bytes: size, time: mtime };
    },
    // Name of a `vscode.FileSystemError.FileNotFound`.
    isMissing: (error) => (error as { code?: unknown } | undefined)?.code === "FileNotFound",
  };
}
