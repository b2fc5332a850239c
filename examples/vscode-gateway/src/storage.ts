import * as vscode from "vscode";
import type { StateFile } from "./contexts.js";

/**
 * A file in the folder that VS Code keeps for the extension: that of the workspace, as conversations belong to one.
 * Windows without a workspace share a file, and the one that writes last wins: after a restart the conversations of the
 * others are decided anew. It works in VS Code for the Web as well.
 */
export function stateFile(context: vscode.ExtensionContext): StateFile {
  const folder = context.storageUri ?? context.globalStorageUri;
  const file = vscode.Uri.joinPath(folder, "contexts.json");
  // A name of its own per window: two that write at once would take it from each other.
  const temporary = vscode.Uri.joinPath(folder, `contexts.${crypto.randomUUID()}.new`);
  const { fs } = vscode.workspace;
  return {
    async read() {
      try {
        return new TextDecoder().decode(await fs.readFile(file));
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
        throw error;
      }
    },
    async write(text) {
      await fs.createDirectory(folder);
      // Written aside first: a file that was begun when the window closed would be no JSON.
      try {
        await fs.writeFile(temporary, new TextEncoder().encode(text));
        await fs.rename(temporary, file, { overwrite: true });
      } catch (error) {
        await fs.delete(temporary).then(undefined, () => {});
        throw error;
      }
    },
  };
}
