import type { CompactionReport, ExchangeReport, FileTrail } from "tooltrim";

/** A step: when the context of a conversation was compacted, and what became of it. */
export interface StepRecord {
  /** ISO 8601. */
  readonly time: string;
  readonly model: string;
  /** In a line, for users. */
  readonly notice: string;
  readonly report: CompactionReport;
}

/** So many exchanges and files are shown of each step. */
const mostRows = 200;

/** The steps as a page of Markdown: the last one, and the sizes of those before it. */
export function reportPage(steps: readonly StepRecord[]): string {
  const title = "# Context of conversations\n\n";
  const last = steps.at(-1);
  if (last === undefined) {
    return `${title}Nothing was compacted in this window yet. That happens when a conversation fills its model's context window.\n`;
  }
  const intro = "What was compacted last, and before. Texts in `this type` come from tools and models.\n\n";
  return `${title}${intro}${lastPart(last)}\n${section("Before", stepTable(steps.slice(0, -1).reverse()))}`;
}

function lastPart({ time, model, notice, report }: StepRecord): string {
  const { before, after, exchanges, edited, openFailures, reReads, notes } = report;
  const changed = exchanges.filter(({ charsBefore, charsAfter }) => charsBefore !== charsAfter);
  return [
    `## ${code(model)} at ${timeOf(time)}\n`,
    `${plain(notice)}\n`,
    "| | before | after |\n| --- | ---: | ---: |",
    `| tokens (estimated) | ${number(before.tokens)} | ${number(after.tokens)} (${shareOf(report)} % less) |`,
    `| UTF-16 units | ${number(before.chars)} | ${number(after.chars)} |\n`,
    report.overTarget ? "All that may give way has, and it is still more than was aimed at.\n" : "",
    costPart(report),
    section(`Tool calls: ${changed.length} of ${exchanges.length} take less room`, callTable(changed)),
    section("Edited files", list(edited, fileLine)),
    section("Failures that are still open", list(openFailures, code)),
    section("Read again after they had been compacted", list(reReads, code)),
    section("Notes", list(notes, plain)),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function stepTable(steps: readonly StepRecord[]): string {
  if (steps.length === 0) return "";
  const rows = steps.map(
    ({ time, model, report }) =>
      `| ${timeOf(time)} | ${cell(model)} | ${number(report.before.tokens)} → ${number(report.after.tokens)} | ${shareOf(report)} % | ${number(report.rebilledTokens)} |`,
  );
  return `| | model | tokens (estimated) | less | put into the cache again |\n| --- | --- | ---: | ---: | ---: |\n${rows.join("\n")}\n`;
}

function costPart({ rebilledTokens, stablePrefix, breakEvenRequests }: CompactionReport): string {
  const once = `The provider puts ${number(rebilledTokens)} tokens into its prompt cache again; the ${number(stablePrefix)} UTF-16 units before them it still has.`;
  const pays =
    breakEvenRequests === null
      ? "That never pays by price alone."
      : `That has paid after ${count(breakEvenRequests, "request")}.`;
  return section("What it costs", `${once} ${pays}\n`);
}

/** What is left of a result, from most to least. */
const legend =
  "*full*: all of it, and only the arguments got shorter; *trimmed*: both ends; *outline*: the lines that are likely needed; *fact*: what was done; " +
  "*counted*: that there was one; *folded*: it is in the summary.\n\n";

function callTable(exchanges: readonly ExchangeReport[]): string {
  if (exchanges.length === 0) return "";
  const rows = exchanges
    .slice(0, mostRows)
    .map(
      ({ id, name, rung, reason, charsBefore, charsAfter }) =>
        `| ${cell(name)} | ${cell(id)} | ${rung} | ${plain(reason)} | ${number(charsBefore)}\u00a0→\u00a0${number(charsAfter)} |`,
    );
  return `${legend}| tool | id | of the result | why | units |\n| --- | --- | --- | --- | ---: |\n${rows.join("\n")}\n${more(exchanges.length)}`;
}

function fileLine({ path, calls }: FileTrail): string {
  return `${code(path)}, ${count(calls, "call")}`;
}

function list<T>(items: readonly T[], line: (item: T) => string): string {
  const lines = items.slice(0, mostRows).map((item) => `- ${line(item)}\n`);
  return lines.join("") + more(items.length);
}

function section(title: string, body: string): string {
  return body === "" ? "" : `### ${title}\n\n${body}`;
}

function more(length: number): string {
  return length > mostRows ? `\nand ${number(length - mostRows)} more\n` : "";
}

/** How much less it is, in percent. */
function shareOf({ before, after }: CompactionReport): number {
  return before.tokens > 0 ? Math.round((1 - after.tokens / before.tokens) * 100) : 0;
}

function timeOf(iso: string): string {
  return `${iso.slice(0, 19).replace("T", " ")} UTC`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

function count(value: number, what: string): string {
  return `${number(value)} ${what}${value === 1 ? "" : "s"}`;
}

/**
 * A text of a tool as code: nothing in it is Markdown, HTML or a link, and it cannot end the code.
 *
 * Control characters and what turns the direction of text would show something else than there is.
 */
export function code(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim();
  const short = line.length > 160 ? `${line.slice(0, 160).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
  if (short === "") return "(nothing)";
  const longest = Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$/.test(short) ? " " : "";
  return `${fence}${pad}${short}${pad}${fence}`;
}

/** The same within a table, which is cut at each bar before anything else is read. */
function cell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

/** Words of ours, which may quote others: what begins code, emphasis, a link, an address, HTML or a cell is escaped. */
function plain(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, " ").replace(/[\\`*_[\]<&|~#]|:(?=\/)/g, "\\$&");
}
