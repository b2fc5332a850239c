import * as vscode from "vscode";
import { reportPage } from "./report.js";
import type { Steps } from "./steps.js";

/** The report in a panel of its own: a page without scripts, which shows each step as it comes. */
export class ReportView {
  readonly #steps: Steps;
  readonly #listening: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;

  constructor(steps: Steps) {
    this.#steps = steps;
    this.#listening = steps.onDidChange(() => this.#render());
  }

  show(): void {
    if (this.#panel) {
      this.#panel.reveal();
      return;
    }
    this.#panel = vscode.window.createWebviewPanel(
      "tooltrimGateway.report",
      "Context Report",
      vscode.ViewColumn.Active,
      { enableScripts: false, enableFindWidget: true, localResourceRoots: [] },
    );
    this.#panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    this.#render();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#panel?.dispose();
  }

  #render(): void {
    if (this.#panel) this.#panel.webview.html = reportPage(this.#steps.all(), crypto.randomUUID());
  }
}
