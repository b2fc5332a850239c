import * as vscode from "vscode";
import type { StateFile } from "./contexts.js";

/**
 * A file in the folder that VS Code keeps for the extension: that of the workspace, as conversations belong to one and two windows
 * must not write the same file. It works in VS Code for the Web as well.
 */
export function stateFile(context: vscode.ExtensionContext): StateFile {
  const folder = context.storageUri ?? context.globalStorageUri;
  const file = vscode.Uri.joinPath(folder, "contexts.json");
  const temporary = vscode.Uri.joinPath(folder, "contexts.json.new");
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
      await fs.writeFile(temporary, new TextEncoder().encode(text));
      await fs.rename(temporary, file, { overwrite: true });
    },
  };
}
