// Histories of tool calls, and the lines that a summary of them may have. Shares no code with the library.
import type { ToolCallEntry } from "tooltrim";
import type { ToolCallEntry as RecordedCall } from "tooltrim/tool-history";

type Spec = readonly [name: string, args?: object | null, result?: string, more?: Partial<ToolCallEntry>];

/** Calls with the ids `c1`, `c2`, …; without arguments and with the result `ok` unless told. */
export const history = (...calls: readonly Spec[]): ToolCallEntry[] =>
  calls.map(([name, args = {}, result = "ok", more = {}], at) => ({
    callId: `c${at + 1}`,
    name,
    args,
    result,
    ...more,
  }));

/** So many calls of one tool. */
export const many = (count: number, spec: (at: number) => Spec): ToolCallEntry[] =>
  history(...Array.from({ length: count }, (_, at) => spec(at)));

export const failed = { isError: true } as const;

/** Truncates whatever there is. */
export const all = { recentCallsToKeep: 0, truncationThreshold: 0 } as const;

/** The same calls as an extension records them; what they do must be said, tokens are 100 a call unless told. */
export const recorded = (calls: readonly ToolCallEntry[], category: RecordedCall["category"]): RecordedCall[] =>
  calls.map((call) => ({
    callId: call.callId,
    name: call.name,
    args: { ...call.args },
    result: call.result,
    isError: call.isError ?? false,
    timestamp: 0,
    tokenCount: call.tokenCount ?? 100,
    category: call.category ?? category,
  }));

/** Whatever a caller without types may hand in. */
export const untyped = (...calls: readonly unknown[]) => calls as ToolCallEntry[];

/** UTF-16 units of a call: what a bare threshold counts. */
export const written = ({ name, args, result }: ToolCallEntry) => `${name}${JSON.stringify(args)}${result}`.length;

/** The lines of a text as any reader may split it. */
export const linesOf = (text: string) => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);

/** The lines below the head. */
export const below = (summary: string | null) => linesOf(summary ?? "").slice(1);

const head = "[Earlier in this session:]";

const categoryLines = {
  read: /^- Read (\d+) file\(s\)(?:: .*\S.*)?$/,
  write: /^- Made (\d+) edit\(s\)(?: to: .*\S.*)?$/,
  terminal: /^- Ran (\d+) terminal command\(s\)(?:: .*\S.*)?$/,
  search: /^- Performed (\d+) search\(es\)(?:: .*\S.*)?$/,
  other: /^- Used (\d+) other tool\(s\)(?:: .*\S.*)?$/,
} as const;

export interface Account {
  /** The category lines in order, with their numbers. */
  readonly categories: { readonly category: string; readonly count: number; readonly finer: string[] }[];
  /** Failures per line. */
  readonly failures: number[];
  /** Failures that are only counted. */
  readonly more: number;
}

/** Reads a summary line by line; throws at one that should not stand there. */
export function account(summary: string): Account {
  const lines = linesOf(summary);
  const result = { categories: [] as Account["categories"], failures: [] as number[], more: 0 };
  const refuse = (line: string) => new Error(`a line that nobody wrote: ${JSON.stringify(line)}`);
  if (lines[0] !== head) throw refuse(lines[0] ?? "");
  let at = 1;
  for (; at < lines.length && lines[at] !== "" && !lines[at]?.startsWith("+"); at += 1) {
    const line = lines[at] ?? "";
    const last = result.categories.at(-1);
    const found = Object.entries(categoryLines).find(([, pattern]) => pattern.test(line));
    if (found) {
      result.categories.push({ category: found[0], count: Number(found[1].exec(line)?.[1]), finer: [] });
    } else if (last && /^ {2}\[Earlier: .*\]$/.test(line)) {
      last.finer.push(line.slice(2));
    } else throw refuse(line);
  }
  if (lines[at] === "") {
    if (lines[at + 1] !== "[Errors encountered:]") throw refuse(lines[at + 1] ?? "");
    for (at += 2; lines[at]?.startsWith("- "); at += 1) result.failures.push(failuresIn(lines[at] ?? ""));
    if (result.failures.length === 0) throw refuse("");
  }
  const more = /^\+(\d+) more failure\(s\)$/.exec(lines[at] ?? "");
  if (more) {
    result.more = Number(more[1]);
    at += 1;
  }
  if (at < lines.length) throw refuse(lines[at] ?? "");
  return result;
}

const failuresIn = (line: string) =>
  Number(/ \((\d+) times\)$|: (\d+) failed$/.exec(line)?.slice(1).find(Boolean) ?? 1);

/** How the library's own lines begin: what a tool prints must not. */
export const markers =
  /^\s*(?:<!-- prior-tool|\[Tool Call:|\[Tool Result for|\[Earlier|\[Errors encountered:\]|\.\.\. \[truncated)/;

export const between = (text: string | undefined, before: string, after: string) => {
  if (!text?.startsWith(before) || !text.endsWith(after)) throw new Error(`not ${before}…${after}: ${text}`);
  return text.slice(before.length, text.length - after.length);
};
