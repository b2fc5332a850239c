// The shapes of VS Code's storage, on the file system of this machine. e2e/vscode/store.test.mjs has VS Code's own.
import fs from "node:fs/promises";
import type { VscodeFolder, VscodeMemento, VscodeUri } from "tooltrim/store";

const uriOf = (path: string): VscodeUri => ({ path, with: (change) => uriOf(change.path) });

/** As `vscode.workspace.fs` tells it. */
const told = (error: NodeJS.ErrnoException) => {
  throw error.code === "ENOENT" ? Object.assign(new Error("FileNotFound"), { code: "FileNotFound" }) : error;
};

export const folderOf = (path: string): VscodeFolder => ({
  storageUri: uriOf(path),
  fs: {
    createDirectory: async ({ path }) => {
      await fs.mkdir(path, { recursive: true });
    },
    stat: async ({ path }) => {
      const { mtimeMs, size } = await fs.stat(path);
      return { mtime: mtimeMs, size };
    },
    readDirectory: async ({ path }) => (await fs.readdir(path)).map((name) => [name, 1] as const),
    readFile: ({ path }) => fs.readFile(path).catch(told),
    writeFile: ({ path }, content) => fs.writeFile(path, content),
    rename: (source, target) => fs.rename(source.path, target.path),
    delete: ({ path }) => fs.unlink(path).catch(told),
  },
});

export function memento(): VscodeMemento {
  const values = new Map<string, unknown>();
  return {
    get: (key) => values.get(key),
    update: async (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
    },
  };
}
