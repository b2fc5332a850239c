import { OutputStore, retrieveTool, vscodeBackend } from "tooltrim/store";
import * as vscode from "vscode";

/** As `contributes.languageModelTools` of package.json calls it, where stands what VS Code tells of it. */
const name = "tooltrim_retrieve";

/**
 * What compaction takes out of conversations, kept where VS Code keeps the extension's data: that of the workspace, as
 * conversations belong to one.
 */
export function openOutputs(context: vscode.ExtensionContext): OutputStore {
  const storageUri = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "outputs");
  return new OutputStore({ backend: vscodeBackend({ storageUri, fs: vscode.workspace.fs }) });
}

/** The tool by which a model reads what was taken out. */
export function registerRetrieval(outputs: OutputStore): vscode.Disposable {
  return vscode.lm.registerTool(name, retrieveTool(outputs, "vscode", { name, vscode }).handler);
}
