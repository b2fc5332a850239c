import * as vscode from "vscode";
import { reportPage } from "./report.js";
import type { Steps } from "./steps.js";

const scheme = "tooltrim-gateway";
const address = vscode.Uri.from({ scheme, path: "/Context.md" });

/**
 * The report as a document without a file, which a preview of Markdown shows: scripts and remote images do not run
 * there.
 */
export function registerReportView(steps: Steps): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    steps.onDidChange(() => changed.fire(address)),
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => reportPage(steps.all()),
    }),
  );
}

export async function showReport(): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreview", address);
  } catch {
    // A host without the extension for Markdown: it is readable as text, too.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(address), { preview: true });
  }
}
