import { statSync } from "node:fs";
import { homedir } from "node:os";
import { basename } from "node:path";
import { type ConversationStats, conversationStats } from "tooltrim-view/stats";
import { compact, counted, grouped, percent } from "tooltrim-view/text";
import type { CompactOptions } from "../../compaction/types.js";
import type { LogAgent, MessageFormat } from "../../messages.js";
import { type FoundLog, findLogs, places } from "../agent-logs.js";
import { type CompactFlags, compactOptions } from "../compact-flags.js";
import type { Config } from "../config.js";
import { isPiped, isTerminal, print, tell } from "../io.js";
import { output, readSession, tellSkipped } from "../session.js";
import { layout } from "../terminal.js";
import { Exit, InputError, UsageError } from "../usage.js";

interface Flags {
  readonly format?: MessageFormat;
  readonly windowTokens?: number;
  readonly html?: string;
  readonly svg?: string;
  readonly recent?: number;
  readonly json?: boolean;
}

/** Runs `tooltrim stats`: of a session, or as a list of several; without a file of the newest logs on this machine. */
export async function runStats(given: readonly string[], flags: Flags, config: Config): Promise<void> {
  const [file] = given;
  const isSet = flags.windowTokens !== undefined || config.compact?.window !== undefined;
  const { window } = isSet ? compactOptions(flags as CompactFlags, config) : {};
  if (given.length > 1) return list(given.map(logOf), flags, window);
  if (file === undefined && !isPiped()) return listLogs(flags, window);
  const files = [flags.html, flags.svg].filter((each) => each !== undefined);
  if (new Set([...files, ...(flags.json ? ["-"] : []), file ?? ""]).size < files.length + (flags.json ? 2 : 1)) {
    throw new UsageError("--html, --svg, --json: each needs a place of its own, which is not that of the session");
  }
  const session = readSession(file);
  const format = flags.format ?? session.format;
  const stats = conversationStats(session.messages, { format, window });
  const { agent, skipped, reasons } = session;
  const title = `${file === undefined || file === "-" ? "Session" : basename(file)}${agent ? ` (${agent})` : ""}`;
  if (flags.html !== undefined) {
    const { statsPage } = await import("tooltrim-view/page");
    output(statsPage(stats, { title }), flags.html, "--html");
  }
  if (flags.svg !== undefined) {
    const { statsSvg } = await import("tooltrim-view/picture");
    output(statsSvg(stats, { title }), flags.svg, "--svg");
  }
  if (flags.json) print(`${JSON.stringify({ agent, skipped, reasons, ...stats })}\n`);
  else if (flags.html === undefined && flags.svg === undefined) {
    const { statsTables } = await import("../stats-tables.js");
    print(statsTables(stats, style()));
  }
  if (!flags.json) tellSkipped(session);
}

/** The context window that was asked for; the list shows the share of it that each session takes. */
type Window = CompactOptions["window"] | undefined;

const style = () => {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const color = NO_COLOR ? false : FORCE_COLOR ? FORCE_COLOR !== "0" : isTerminal(1);
  return { width: isTerminal(1) ? Math.min(process.stdout.columns || 100, 140) : 100, color };
};

/** Bytes of the largest log that a list reads which nobody named. */
const LARGEST = 64 << 20;
const RECENT = 20;

/** Lists the newest logs of the agents on this machine, and what eats the context in all of them. Only reads. */
function listLogs(flags: Flags, window: Window): void {
  const logs = findLogs();
  if (logs.length === 0) {
    tell("tooltrim: there are no session logs in");
    const folders = new Map(
      places()
        .reverse()
        .map(({ agent, folder }) => [agent, folder]),
    );
    for (const [agent, folder] of [...folders].reverse()) tell(`  ${agent}: ${short(folder)}`);
    tell("Name a file: tooltrim stats session.json");
    throw new Exit(1);
  }
  const recent = logs.slice(0, flags.recent ?? RECENT);
  list(recent, flags, window);
  if (flags.json) return;
  if (logs.length > recent.length)
    tell(`${counted(logs.length - recent.length, "older log")}; --recent ${logs.length} lists all`);
  tell("One in detail: tooltrim stats <log>");
}

/** One of a list. */
type Log = Omit<FoundLog, "agent"> & { readonly agent?: LogAgent };

/** A session that is named. */
function logOf(path: string): Log {
  if (path === "-") throw new UsageError("stats: stdin cannot be one of several sessions");
  try {
    const { mtime, size } = statSync(path);
    return { path, modified: mtime, bytes: size };
  } catch {
    throw new InputError(`${JSON.stringify(path)}: there is no such file`);
  }
}

/** Lists sessions, and what eats the context in all of them. */
function list(logs: readonly Log[], flags: Flags, window: Window): void {
  if (flags.html !== undefined || flags.svg !== undefined) throw new UsageError("--html, --svg: need one session");
  const rows = logs.map((log) => ({ log, ...statsOf(log, flags.format, window) }));
  if (flags.json) {
    print(
      `${JSON.stringify(rows.map(({ log, agent, stats }) => ({ ...log, agent, ...(typeof stats === "string" ? { error: stats } : { stats }) })))}\n`,
    );
    return;
  }
  const read = rows.flatMap(({ stats }) => (typeof stats === "string" ? [] : [stats]));
  const lines = layout(
    ["when", "agent", "tokens", "calls", "most", "log"],
    rows.map(({ log, agent, stats }) => {
      const [tokens, calls, most] = typeof stats === "string" ? [stats, "", ""] : figures(stats);
      return [
        { text: log.modified.toISOString().slice(0, 16).replace("T", " ") },
        { text: agent ?? "" },
        { text: tokens, isRight: true },
        { text: calls, isRight: true },
        { text: most },
        { text: short(log.path), isFlexible: true },
      ];
    }),
    { ...style(), width: isTerminal(1) ? style().width : 200 },
  );
  print(`${lines.join("\n")}\n\n${byTool(read)}`);
}

function figures({ size, calls, tools, window }: ConversationStats): [string, string, string] {
  const [first] = tools;
  const { tokens, chars, utf16 }: Partial<Record<"tokens" | "chars" | "utf16", number>> = window ?? {};
  const share = window && percent(tokens ? size.tokens / tokens : size.chars / (chars ?? utf16 ?? 1));
  return [
    `${compact(size.tokens)}${share ? ` (${share})` : ""}`,
    grouped(calls),
    first ? `${first.name} ${percent(first.share)}` : "",
  ];
}

function statsOf(
  log: Log,
  asked: MessageFormat | undefined,
  window: Window,
): { agent: LogAgent | undefined; stats: ConversationStats | string } {
  if (log.agent && log.bytes > LARGEST) return { agent: log.agent, stats: `${Math.round(log.bytes / 1e6)} MB` };
  try {
    const { agent, messages, format } = readSession(log.path);
    return {
      agent: agent ?? log.agent,
      stats: conversationStats(messages, { format: asked ?? format, window, targets: [] }),
    };
  } catch {
    return { agent: log.agent, stats: "unreadable" };
  }
}

/** All tools in all logs, by what their calls take. */
function byTool(all: readonly ConversationStats[]): string {
  const sums = new Map<string, { calls: number; failures: number; chars: number; tokens: number; stale: number }>();
  for (const { name, calls, failures, chars, tokens, staleChars } of all.flatMap(({ tools }) => tools)) {
    const sum = sums.get(name) ?? { calls: 0, failures: 0, chars: 0, tokens: 0, stale: 0 };
    sums.set(name, {
      calls: sum.calls + calls,
      failures: sum.failures + failures,
      chars: sum.chars + chars,
      tokens: sum.tokens + tokens,
      stale: sum.stale + staleChars,
    });
  }
  const chars = all.reduce((sum, { size }) => sum + size.chars, 0);
  const rows = [...sums].sort(([, one], [, other]) => other.chars - one.chars).slice(0, 12);
  const right = (text: string) => ({ text, isRight: true });
  const lines = layout(
    ["tool", "calls", "failed", "tokens", "share", "out of date"],
    rows.map(([name, sum]) => [
      { text: name },
      right(grouped(sum.calls)),
      right(grouped(sum.failures)),
      right(compact(sum.tokens)),
      right(percent(sum.chars / Math.max(chars, 1))),
      right(percent(sum.stale / Math.max(sum.chars, 1))),
    ]),
    style(),
  );
  return `${lines.join("\n")}\n`;
}

const short = (path: string) => (path.startsWith(homedir()) ? `~${path.slice(homedir().length)}` : path);
