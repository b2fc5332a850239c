import * as vscode from "vscode";
import type { StepRecord } from "./record.js";

/** So many are kept. */
const most = 20;

/** The last steps of this window. */
export class Steps {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #records: readonly StepRecord[] = [];

  add(record: StepRecord): void {
    this.#records = [...this.#records, record].slice(-most);
    this.#changed.fire();
  }

  all(): readonly StepRecord[] {
    return this.#records;
  }

  last(): StepRecord | undefined {
    return this.#records.at(-1);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
