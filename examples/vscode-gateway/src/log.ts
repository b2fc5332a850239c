import type { CompactionReport, ExchangeReport } from "tooltrim";
import * as vscode from "vscode";
import { shown } from "./errors.js";

/** So many lines are kept for `log()`. */
const kept = 1000;

/** The output channel, and its last lines. Names, sizes and reasons only: no text of a conversation, and no key. */
export class Log {
  readonly #channel: vscode.LogOutputChannel;
  readonly #lines: string[] = [];

  constructor() {
    this.#channel = vscode.window.createOutputChannel("tooltrim gateway", { log: true });
  }

  info(line: string): void {
    this.#channel.info(this.#keep(line));
  }

  warn(line: string): void {
    this.#channel.warn(this.#keep(line));
  }

  /** One line for the step, and one for each exchange that another rung stands for since the step before. */
  step(notice: string, report: CompactionReport, before: CompactionReport | undefined): void {
    this.info(`step: ${shown(notice)}`);
    // Ids may repeat, and the step before may have been in another conversation.
    const keyOf = ({ id, charsBefore }: ExchangeReport, at: number) => `${at} ${id} ${charsBefore}`;
    const known = new Map(before?.exchanges.map((exchange, at) => [keyOf(exchange, at), exchange.charsAfter]));
    report.exchanges.forEach((exchange, at) => {
      const then = known.get(keyOf(exchange, at)) ?? exchange.charsBefore;
      if (exchange.charsAfter !== then) this.info(`cut: ${cutLine(exchange, then)}`);
    });
    for (const note of report.notes) this.info(`note: ${shown(note)}`);
  }

  lines(): readonly string[] {
    return [...this.#lines];
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #keep(line: string): string {
    this.#lines.push(line);
    if (this.#lines.length > kept) this.#lines.splice(0, this.#lines.length - kept);
    return line;
  }
}

function cutLine({ id, name, rung, reason, charsAfter }: ExchangeReport, then: number): string {
  return `${shown(name)} ${shown(id)}: ${then} -> ${charsAfter} chars, ${rung} (${reason})`;
}
