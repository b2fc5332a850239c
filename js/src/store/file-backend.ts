import { builtin } from "../builtin.js";
import { TooltrimError, wrong } from "../errors.js";
import type { StoreBackend } from "./backend.js";
import { type Files, FolderBackend } from "./folder-backend.js";
import { type FileBackendOptions, Retention } from "./retention.js";

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
  return new FolderBackend(filesOf(fs, path.resolve(folder), path.join), new Retention(options));
}

type Fs = typeof import("node:fs").promises;

function filesOf(fs: Fs, folder: string, join: (folder: string, name: string) => string): Files {
  const at = (name: string) => join(folder, name);
  return {
    make: () => fs.mkdir(folder, { recursive: true, mode: 0o700 }),
    read: (name) => fs.readFile(at(name)),
    async write(name, bytes) {
      const handle = await fs.open(at(name), "wx", 0o600);
      try {
        await handle.writeFile(bytes);
        // Otherwise a power failure may leave the name without the text.
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    rename: (from, to) => fs.rename(at(from), at(to)),
    delete: (name) => fs.unlink(at(name)),
    names: () => fs.readdir(folder),
    async stat(name) {
      const { size, mtimeMs } = await fs.stat(at(name));
      return { bytes: size, time: mtimeMs };
    },
    isMissing: (error) => (error as { code?: unknown } | undefined)?.code === "ENOENT",
  };
}
