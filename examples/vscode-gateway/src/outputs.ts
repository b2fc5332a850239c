import { OutputStore, retrieveTool, vscodeBackend } from "tooltrim/store";
import * as vscode from "vscode";

/** As `contributes.languageModelTools` of package.json calls it, where stands what VS Code tells of it. */
const name = "tooltrim_retrieve";

/**
 * What compaction takes out of conversations, kept where VS Code keeps the extension's data: that of the workspace, as
 * conversations belong to one. Where that cannot be read it is kept in memory, for as long as the window is open.
 */
export async function openOutputs(
  context: vscode.ExtensionContext,
  warn: (line: string) => void,
): Promise<OutputStore> {
  const storageUri = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "outputs");
  try {
    return await OutputStore.open({ backend: vscodeBackend({ storageUri, fs: vscode.workspace.fs }) });
  } catch (error) {
    warn(`what was taken out of conversations before cannot be read: ${error}`);
    return new OutputStore();
  }
}

/** The tool by which a model reads what was taken out. */
export function registerRetrieval(outputs: Promise<OutputStore>): vscode.Disposable {
  const tool = outputs.then((store) => retrieveTool(store, "vscode", { name, vscode }).handler);
  return vscode.lm.registerTool(name, {
    invoke: async ({ input, tokenizationOptions }) => (await tool).invoke({ input, tokenizationOptions }),
  });
}
