import { counted, grouped, visible } from "tooltrim-view/text";
import { type Compaction, type CompactionReport, Compactor } from "../../index.js";
import { extractToolCalls, type MessageFormat } from "../../messages.js";
import { type CompactFlags, compactOptions } from "../compact-flags.js";
import type { Config } from "../config.js";
import { nameOf, print, tell } from "../io.js";
import { output, readSession, tellSkipped } from "../session.js";
import { Exit, InputError } from "../usage.js";

interface Flags extends CompactFlags {
  readonly format?: MessageFormat;
  readonly force?: boolean;
  readonly output?: string;
  readonly report?: boolean;
  readonly show?: number;
  readonly json?: boolean;
}

/** Runs `tooltrim compact`: writes the compacted session; the report goes to stderr. */
export async function runCompact(file: string | undefined, flags: Flags, config: Config) {
  const session = readSession(file);
  const format = flags.format ?? session.format;
  const compactor = new Compactor({ ...compactOptions(flags, config), format });
  const compaction = compactor.next(session.messages, flags.force ? { force: true } : {});
  const { messages, report, notice } = compaction;
  if (flags.show !== undefined) print(await difference(session.messages, compaction, format, flags.show));
  else if (flags.report) print(flags.json ? `${JSON.stringify(report)}\n` : reportText(report));
  else if (flags.json) {
    session.requireNumbers();
    output(`${JSON.stringify({ format, changed: compaction.changed, report, notice, messages })}\n`, flags.output);
  } else {
    output(session.write(messages), flags.output);
    tellSkipped(session);
    tell(`${nameOf(file)}: ${summary(compaction)}`);
  }
  if (!report.fits) throw new Exit(1);
}

function summary({ changed, report, notice }: Compaction<unknown>): string {
  const { before, after } = report;
  if (!changed) return notice ?? `${sized(before)}: nothing to do below the mark (--force takes a step anyway)`;
  return `${sized(before)} → ${sized(after)}${report.fits ? "" : "; does not fit the window"}`;
}

const sized = ({ tokens, chars }: CompactionReport["before"]) => `${grouped(tokens)} tokens (${grouped(chars)} chars)`;

const payback = ({ breakEvenRequests: requests }: CompactionReport) =>
  requests === null ? "never pays off" : `pays off after ${counted(requests, "request")}`;

function reportText(report: CompactionReport): string {
  const rungs = new Map<string, number>();
  for (const { rung } of report.exchanges) rungs.set(rung, (rungs.get(rung) ?? 0) + 1);
  const lines = [
    `before:    ${sized(report.before)}`,
    `after:     ${sized(report.after)}`,
    `fits:      ${report.fits ? "yes" : "no"}${report.overTarget ? ", but the target is missed" : ""}`,
    `exchanges: ${[...rungs].map(([rung, count]) => `${count} ${rung}`).join(", ") || "none"}`,
    `cache:     ${grouped(report.rebilledTokens)} tokens to write again, ${payback(report)}`,
    ...report.openFailures.map((line) => `failure:   ${line}`),
    ...report.unfit.map(({ what, chars, why }) => `unfit:     ${what}, ${grouped(chars)} chars: ${why}`),
    ...report.notes.map((note) => `note:      ${note}`),
    ...report.exchanges.map(
      ({ id, name, category, rung, reason, charsBefore, charsAfter }, at) =>
        `${String(at + 1).padStart(6)}  ${rung.padEnd(7)}  ${grouped(charsBefore).padStart(9)} → ${grouped(charsAfter).padStart(9)}  ${name} (${category}, ${id}): ${reason}`,
    ),
  ];
  return `${lines.map(visible).join("\n")}\n`;
}

/** A text without what a terminal would obey, but for line breaks. */
const lines = (text: string) => text.split("\n").map(visible).join("\n");

/** A diff of one exchange, by its number in the report, from 1 on. */
async function difference(
  before: readonly unknown[],
  { messages, report }: Compaction<unknown>,
  format: MessageFormat,
  at: number,
) {
  const exchange = report.exchanges[at - 1];
  if (!exchange) throw new InputError(`--show: there is no exchange ${at}; the session has ${report.exchanges.length}`);
  const { createTwoFilesPatch } = await import("diff");
  const calls = extractToolCalls(before, { format });
  const call = calls[at - 1];
  const now = extractToolCalls(messages, { format });
  // Ids may repeat: the nth call of an id stays the nth, as exchanges leave from the front only in whole.
  const sameId = (list: typeof calls) => list.filter(({ callId }) => callId === exchange.id);
  const later = sameId(calls.slice(at - 1)).length;
  const after = sameId(now).at(-later);
  const text = (of: typeof call) =>
    of ? lines(`${of.name} ${JSON.stringify(of.args, undefined, 2)}\n\n${of.result}\n`) : "";
  const names = [
    `before: ${exchange.charsBefore} chars`,
    `after: ${exchange.charsAfter} chars, ${exchange.rung}`,
  ] as const;
  return `${visible(`${exchange.name} (${exchange.id}): ${exchange.reason}`)}\n${createTwoFilesPatch(...names, text(call), text(after))}`;
}
