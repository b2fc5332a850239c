// An extension that keeps results where VS Code keeps an extension's data. The driver calls what it exports.
import { OutputStore, vscodeBackend } from "tooltrim/store";
import * as vscode from "vscode";

export function activate(context) {
  const { fs } = vscode.workspace;
  const places = {
    global: () => ({ storageUri: context.globalStorageUri, fs }),
    workspace: () => ({ storageUri: context.storageUri, fs }),
    memento: () => context.globalState,
  };
  const open = (place) => new OutputStore({ backend: vscodeBackend(places[place]()), namespace: "Keeper 1" });
  return {
    /** Where no folder is open there is no storage of a workspace. */
    places: () => Object.keys(places).filter((place) => place !== "workspace" || context.storageUri),
    async keep(place, texts) {
      const store = open(place);
      const refs = texts.map((text) => store.put(text));
      await store.flush();
      return refs;
    },
    async find(place, refs) {
      const store = open(place);
      const found = await Promise.all(refs.map((ref) => store.load(ref).catch((error) => error.code)));
      return found;
    },
    /** What there is in the folder. */
    async files(place) {
      const { storageUri } = places[place]();
      return (await fs.readDirectory(storageUri)).map(([name]) => name).sort();
    },
    /** A folder that cannot be made: there is a file. */
    async fail() {
      const file = vscode.Uri.joinPath(context.globalStorageUri, "a-file");
      await fs.writeFile(file, new Uint8Array(1));
      const storageUri = vscode.Uri.joinPath(file, "folder");
      const store = new OutputStore({ backend: vscodeBackend({ storageUri, fs }), timeoutMs: 20_000 });
      const ref = store.put("a text");
      const { code, message } = await store.flush().then(
        () => ({}),
        (error) => error,
      );
      await fs.delete(file);
      return [code, message, store.get(ref)];
    },
  };
}
