import * as vscode from "vscode";
import { shown } from "./errors.js";
import type { StepRecord } from "./record.js";
import type { Steps } from "./steps.js";

/** Says when context was compacted, and by how much. Hidden until it was. */
export class StatusBar {
  readonly #item: vscode.StatusBarItem;
  readonly #listening: vscode.Disposable;
  #text: string | undefined;

  constructor(steps: Steps) {
    this.#item = vscode.window.createStatusBarItem("tooltrimGateway.context", vscode.StatusBarAlignment.Right);
    this.#item.name = "Context of conversations";
    this.#item.command = "tooltrimGateway.showReport";
    this.#listening = steps.onDidChange(() => {
      const last = steps.last();
      if (last !== undefined) this.#show(last);
    });
  }

  /** What it shows; undefined while it is hidden. */
  text(): string | undefined {
    return this.#text;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#item.dispose();
  }

  #show({ model, notice, time, report: { before, after } }: StepRecord): void {
    this.#text = `$(fold) Context ${short(before.tokens)} → ${short(after.tokens)} tokens`;
    this.#item.text = this.#text;
    // Plain text, not Markdown: a model's name is somebody else's.
    this.#item.tooltip = `${shown(model)}, ${new Date(time).toLocaleTimeString()}: ${notice}\nTokens are estimated. Click for the report.`;
    this.#item.accessibilityInformation = {
      label: `Context compacted from ${before.tokens} to ${after.tokens} tokens`,
    };
    this.#item.show();
  }
}

function short(tokens: number): string {
  return tokens < 1000 ? `${tokens}` : `${(tokens / 1000).toFixed(tokens < 100_000 ? 1 : 0)}k`;
}
