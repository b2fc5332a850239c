/** Counts for the results of one tool, or of one method. */
interface Row {
  calls: number;
  cut: number;
  before: number;
  after: number;
}

/** Counts of a proxy. */
export class Stats {
  readonly rows = new Map<string, Row>();
  retrievals = 0;
  garbage = 0;

  add(name: string, cut: boolean, before: number, after: number): void {
    const row = this.rows.get(name) ?? { calls: 0, cut: 0, before: 0, after: 0 };
    row.calls += 1;
    if (cut) row.cut += 1;
    row.before += before;
    row.after += after;
    this.rows.set(name, row);
  }

  /** Returns a table, and below it the counts that have no row. */
  toString(): string {
    const head = ["", "calls", "cut", "chars before", "chars after"];
    const rows = [...this.rows].sort(([, a], [, b]) => b.before - a.before);
    const total: Row = { calls: 0, cut: 0, before: 0, after: 0 };
    for (const [, row] of rows) {
      total.calls += row.calls;
      total.cut += row.cut;
      total.before += row.before;
      total.after += row.after;
    }
    const cells = [...rows, ["all", total] as const].map(([name, { calls, cut, before, after }]) => [
      name,
      ...[calls, cut, before, after].map((number) => number.toLocaleString("en")),
    ]);
    const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
    const lines = [head, ...cells].map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
    );
    return `${lines.join("\n")}\nretrievals: ${this.retrievals}, garbage lines: ${this.garbage}`;
  }
}
