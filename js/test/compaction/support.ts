// What the tests of compaction share: random options, conversations in every format, and sizes counted without the
// library.
import fc from "fast-check";
import { type CompactOptions, compactMessages, type ToolPolicy } from "tooltrim";
import type { MessageFormat } from "tooltrim/messages";
import { expect } from "vitest";
import { formats, valid } from "../../../tests/conversations/index.mjs";
import { type Loose, said, seed } from "../messages/support.js";
import { runs } from "../support/runs.js";

/** Options, with sizes as shares of a conversation that is not known yet. */
export interface Shape {
  readonly unit: "chars" | "tokens";
  /** The window, as a share of the conversation's own size. */
  readonly window: number;
  readonly reserve: number;
  readonly recentBudget: number | undefined;
  readonly rest: Omit<CompactOptions, "window">;
}

/** Absent half of the time: with `freq: 1` it would always be. */
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const share = fc.constantFrom(0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 0.95, 1);
const toolNames = ["read_file", "Bash", "edit_file", "grep_search", "apply_patch", "mcp__*", "*"];
const policy: fc.Arbitrary<ToolPolicy> = fc.record(
  {
    keep: fc.constantFrom("always" as const, "normal" as const, "never" as const),
    category: fc.constantFrom("read" as const, "write" as const, "search" as const, "terminal" as const),
    result: fc.constantFrom({ keep: "head" as const }, { maxLines: 5, rescue: true }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Random options; what is not drawn is left to its default. */
export const shapes: fc.Arbitrary<Shape> = fc
  .record({
    unit: fc.constantFrom("chars" as const, "tokens" as const),
    window: fc.constantFrom(0.1, 0.3, 0.6, 0.9, 1, 1.1, 1.2, 1.24, 3),
    reserve: fc.constantFrom(0, 0, 0, 0.1, 0.5),
    recentBudget: some(share),
    triggerAt: some(share),
    compactTo: some(share),
    minimumGain: some(share),
    recentCallsToKeep: some(fc.nat(20)),
    maxErrorChars: some(fc.constantFrom(0, 1, 40, 170, 171, 400, 5000)),
    preserveErrorsVerbatim: some(fc.boolean()),
    mediaTokens: some(fc.constantFrom(0, 100, 5000)),
    protectedPaths: some(fc.subarray(["src/index.ts", "README.md", "/tmp/*", "*"])),
    tools: some(fc.dictionary(fc.constantFrom(...toolNames), policy, { noNullPrototype: true })),
    economics: some(fc.constantFrom({ onlyIfWorthwhile: true, expectedRequests: 10 }, { cacheRead: 0, cacheWrite: 0 })),
  })
  .map(({ unit, window, reserve, recentBudget, ...rest }) => ({
    unit,
    window,
    reserve,
    recentBudget,
    rest: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  }));

/** The same options, and what there is to say about summaries. */
export const withSummaries: fc.Arbitrary<Shape> = fc
  .record({
    shape: shapes,
    summaryRole: some(fc.constantFrom("user" as const, "assistant" as const)),
    acknowledge: some(fc.boolean()),
    maxHistorySummaryTokens: some(fc.constantFrom(0, 30, 100, 500, 5000)),
  })
  .map(({ shape, ...own }) => {
    const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
    return { ...shape, rest: { ...shape.rest, style: "summary" as const, ...given } };
  });

/** The size of a conversation in a unit, as the library counts it. */
export function sizeOf(messages: readonly unknown[], unit: "chars" | "tokens", rest: Partial<CompactOptions> = {}) {
  return compactMessages(messages, { ...rest, window: { chars: Number.MAX_SAFE_INTEGER } }).report.before[unit];
}

/** Options of a shape for a conversation. */
function optionsFor(messages: readonly unknown[], shape: Shape, format?: MessageFormat): CompactOptions {
  const { unit, window, reserve, recentBudget, rest } = shape;
  const known = format === undefined ? rest : { ...rest, format };
  const size = sizeOf(messages, unit, { mediaTokens: rest.mediaTokens, ...(format && { format }) });
  const budget = (part: number) => {
    const most = Math.floor(size * part);
    return unit === "chars" ? { chars: most } : { tokens: most };
  };
  return {
    ...known,
    window: budget(window * (1 + reserve)),
    ...(reserve > 0 && { reserve: budget(window * reserve) }),
    ...(recentBudget !== undefined && { recentBudget: budget(recentBudget) }),
  };
}

/** The largest size at which a conversation goes out as it came, and the one that a step goes down to. */
export function marks({ window, reserve, triggerAt = 0.8, compactTo = 0.5 }: CompactOptions) {
  const units = (budget: Loose) => (budget ? (budget.chars ?? budget.tokens) : 0);
  const room = Math.max(0, units(window) - units(reserve));
  const share = typeof triggerAt === "number" ? triggerAt : 0.8;
  const target = typeof compactTo === "number" ? Math.floor(room * compactTo) : units(compactTo);
  return { room, trigger: Math.floor(room * share), target };
}

export const unitOf = ({ window }: CompactOptions) => ("chars" in window ? "chars" : "tokens");

export interface Case {
  readonly messages: object[];
  readonly shape: Shape;
  readonly options: CompactOptions;
  readonly format: string;
}

const [first] = formats;
export type Format = NonNullable<typeof first>;

/** So many conversations of a format, each with options of its own; made when they are first asked for. */
export function cases(
  format: Format,
  numRuns: number,
  drawn: fc.Arbitrary<object[]> = long(format),
  shaped: fc.Arbitrary<Shape> = shapes,
): () => Case[] {
  let made: Case[] | undefined;
  const arbitrary = fc.tuple(drawn, shaped).map(([messages, shape]) => ({
    messages,
    shape,
    format: format.name,
    options: optionsFor(messages, shape, format.detects),
  }));
  return () => {
    made ??= fc.sample(arbitrary, { seed, ...runs(numRuns) });
    return made;
  };
}

/** Valid messages with long results, so that there is something to compact. */
export const long = (format: Format, options: Loose = {}): fc.Arbitrary<object[]> =>
  fc
    .boolean()
    .chain((repeatedIds) => valid(format, { repeatedIds, longResults: true, loneSurrogates: "mended", ...options }))
    .map(({ messages }) => messages);

/** UTF-16 units of all texts and names of members: what no way to count them is far from. */
export function weight(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  // Texts may be held as bytes, too.
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return Object.values(value).reduce((sum: number, member) => sum + weight(member), 0);
}

/** What a check of {@link marks} tells where it fails: the options in a line. */
export const told = (options: CompactOptions) => JSON.stringify(options);

/** How a summary begins. */
export const HEAD = "[Earlier in this session:]";
/** How lines of the oldest calls begin where not all of them fit. */
const block = /^\[Earlier: \d+ tool calls?\]\n/;
/** A line that stands for an image or a file. */
const label = /^\[[\w.+/-]+(, [\d,]+ KB)?\]$/;

/**
 * What users and systems said is all there, byte for byte and in order; beside it only lines for media, and what stands
 * for exchanges that left.
 */
export function expectSaid(out: readonly unknown[], messages: readonly unknown[], options: CompactOptions): void {
  const left = said(messages);
  const others = said(out).filter((text) => text !== left[0] || left.shift() === undefined);
  expect(left, told(options)).toEqual([]);
  const ours = (text: string) => label.test(text) || text.startsWith(HEAD) || block.test(text);
  expect(
    others.filter((text) => !ours(text)),
    told(options),
  ).toEqual([]);
}
