// JSON Schema of `.tooltrimrc.json`, which the package ships for editors and the command takes its names from.

/** What is used of JSON Schema here. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const count = (description: string) => ({ type: "number", minimum: 0, description });
const share = (description: string) => ({ type: "number", minimum: 0, maximum: 1, description });
const oneOf = (values: readonly string[], description: string) => ({ enum: values, description });
const texts = (description: string) => ({ type: "array", items: { type: "string" }, description });
const flags = (names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "boolean" }])),
  additionalProperties: false,
});
const section = (description: string, properties: Record<string, object>) => ({
  type: "object",
  description,
  properties,
  additionalProperties: false,
});

/** Names of the presets; `contextTrimmer` is followed by its mode. */
export const presetNames = [
  ...["terminal", "fileRead", "search", "apiResponse", "toolify", "field", "checkpoint", "response"],
  ...["head", "tail", "center", "centerLines"].map((mode) => `contextTrimmer:${mode}`),
  "none",
];

export const cleanKinds = ["ansi", "carriageReturns", "repeatedLines", "base64", "longLines"];

const budget = {
  oneOf: ["tokens", "chars"].map((unit) => ({
    type: "object",
    properties: { [unit]: count(`a size in ${unit}`) },
    required: [unit],
    additionalProperties: false,
  })),
};
const mark = (description: string) => ({
  description,
  oneOf: [
    share("a share of the window, less the reserve"),
    ...["tokens", "chars", "utf16", "calls"].map((unit) => ({
      type: "object",
      properties: { [unit]: count(`a size in ${unit}`) },
      required: [unit],
      additionalProperties: false,
    })),
  ],
});

export const configSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Configuration of the tooltrim command",
  type: "object",
  properties: {
    $schema: { type: "string" },
    trim: section("Options of `trim`, `clean` and `run`; flags of the command line come first.", {
      preset: oneOf(presetNames, "defaults of all other options (terminal)"),
      maxChars: count("limit in chars (code points)"),
      maxUtf16: count("limit in UTF-16 units"),
      maxBytes: count("limit in bytes of UTF-8"),
      maxLines: count("limit in lines"),
      maxTokens: count("limit in estimated tokens"),
      keep: oneOf(["head", "tail", "ends", "none"], "part that stays"),
      headShare: share("share of the room for the head, 0 to 1, if both ends stay"),
      headChars: count("most chars of the head"),
      tailChars: count("most chars of the tail"),
      snap: oneOf(["char", "grapheme", "line"], "unit between which cuts fall"),
      marker: { type: "string", description: "text in place of an omitted part, such as '[{count} chars omitted]'" },
      trimEnd: { type: "boolean", description: "drops white space before the marker" },
      rescue: {
        description: "keeps errors and warnings of the omitted part",
        oneOf: [
          { type: "boolean" },
          section("how", {
            share: share("most of the limit for rescued lines, 0 to 1"),
            include: texts("lines with one of these texts are rescued, too"),
            exclude: texts("lines with one of these texts are never rescued"),
          }),
        ],
      },
      about: { type: "string", description: "what is looked for: lines that answer it come first" },
      synonyms: { type: "boolean", description: "finds the words of `about` by their synonyms as well" },
      clean: { description: "removes noise first", oneOf: [{ type: "boolean" }, flags(cleanKinds)] },
      format: oneOf(["text", "json"], "json keeps a JSON text valid"),
      decode: oneOf(["strict", "replace"], "bytes that are not UTF-8: refused, or read as U+FFFD"),
      tokenMargin: { type: "number", exclusiveMinimum: 0, description: "factor on estimated tokens" },
      count: {
        type: "array",
        items: { enum: ["bytes", "lines", "tokens"] },
        description: "more units to count the omitted part in, for --json",
      },
    }),
    store: section("Where `run` and `trim --store` keep what they cut.", {
      folder: { type: "string", description: "a folder, relative to this file" },
      maxBytes: count("bytes of the longest output that is kept whole (67108864)"),
    }),
    compact: section("Options of `compact` and `stats`.", {
      window: { description: "the model's context window", ...budget },
      reserve: { description: "room for what stands outside the messages", ...budget },
      triggerAt: mark("size from which a step is taken"),
      compactTo: mark("size after a step"),
      economy: oneOf(["keep", "balanced", "save"], "how much of the room a live conversation spends"),
      whenFull: oneOf(["send", "drop-oldest", "summary", "error"], "what happens when nothing makes it fit"),
      recentCallsToKeep: count("recent calls that stay in full"),
      recentBudget: { description: "room for them", ...budget },
      style: oneOf(["mask", "summary"], "facts in place, or one summary"),
      maxHistorySummaryTokens: count("tokens of the summary"),
      preserveErrorsVerbatim: { type: "boolean", description: "quotes failures" },
      maxErrorChars: count("chars of the longest quote"),
      thinking: oneOf(["prefix", "loop", "calls"], "what the provider binds thinking to"),
      recentMedia: count("images and files above which the oldest become lines"),
      repeats: oneOf(
        ["step", "reference", "keep"],
        "runs of lines that another result holds: named (default), or kept",
      ),
      names: share("share of the target for names out of removed calls"),
      minimumGain: share("least share that a step has to save"),
      protectedPaths: texts("files whose reads and edits stay"),
    }),
  },
  additionalProperties: false,
};

/** The options of a section by name. */
export const optionsIn = (section: "trim" | "compact") =>
  (configSchema as Schema).properties?.[section]?.properties as Readonly<Record<string, Schema>>;

/** The values of flags that are options of a section of the same name. */
export const optionsOfFlags = (section: "trim" | "compact", flags: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => value !== undefined && name in optionsIn(section)),
  );
