import { grouped } from "tooltrim-view/text";
import { layout } from "../cli/terminal.js";

/** Writes a line of a proxy's reports, never to the client's stream. */
export type Report = (line: string) => void;

/** Counts for the results of one tool, or of one method. */
interface Row {
  calls: number;
  cut: number;
  before: number;
  after: number;
}

/** Maximum columns of the table. */
const WIDTH = 120;

/** Counts of a proxy. */
export class Stats {
  readonly rows = new Map<string, Row>();
  retrievals = 0;
  garbage = 0;

  add(name: string, cut: boolean, before: number, after: number): void {
    const row = this.rows.get(name) ?? { calls: 0, cut: 0, before: 0, after: 0 };
    this.rows.set(name, {
      calls: row.calls + 1,
      cut: row.cut + (cut ? 1 : 0),
      before: row.before + before,
      after: row.after + after,
    });
  }

  /** Returns a table, and below it the counts that have no row. */
  toString(): string {
    const rows = [...this.rows].sort(([, a], [, b]) => b.before - a.before);
    const all = (name: keyof Row): number => rows.reduce((sum, [, row]) => sum + row[name], 0);
    const total = { calls: all("calls"), cut: all("cut"), before: all("before"), after: all("after") };
    const cells = [...rows, ["all", total] as const].map(([text, { calls, cut, before, after }]) => [
      { text, isFlexible: true },
      ...[calls, cut, before, after].map((number) => ({ text: grouped(number), isRight: true })),
    ]);
    const titles = ["", "calls", "cut", "chars before", "chars after"];
    const lines = layout(titles, cells, { width: WIDTH, color: false });
    return `${lines.join("\n")}\nretrievals: ${this.retrievals}, garbage lines: ${this.garbage}`;
  }
}
