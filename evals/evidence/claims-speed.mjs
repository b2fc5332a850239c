// Claims about time, memory and size. `quote` stands in the page; `read(tables)` returns `{ result, holds }`. Times of a busy
// machine vary: a claim about them holds within a factor of two, one about growth, sizes and memory as it stands.

import { numberIn, rowOf, rowsOf, spanOf, tablesOf } from "./tables.mjs";

const TOLERANCE = 2;
/** Whether a measured ratio is within the tolerance of the claimed one. */
const faster = (span, claimed) => span.least * TOLERANCE >= claimed;
const slower = (span, claimed) => span.largest <= claimed * TOLERANCE;

const SPEED = "docs/speed.md";
const README = "README.md";

/** Cells of one column of benches/steady.mjs, of rows whose name matches and, if given, against one other. */
function steady(tables, match, against, column) {
  const [table] = tablesOf(tables, /^steady$/, ["against"]);
  const rows = rowsOf(table).filter(
    (row) => match.test(Object.values(row)[0]) && (!against || row.against === against),
  );
  return spanOf(rows.map((row) => row[column]));
}
const OURS = "ours ×";
const THEIRS = "× ours";

/** A claim about one column of benches/steady.mjs; `holds` judges the span of its cells. */
const ofSteady = (claim, quote, [match, against, column], holds, more) => ({
  ...{ claim, quote, timed: true, file: SPEED, experiment: "steady" },
  read: (tables) => {
    const span = steady(tables, match, against, column);
    return { result: span.text, holds: holds(span) };
  },
  ...more,
});

export const speedClaims = [
  ofSteady(
    "`trim` of an ASCII text keeps both ends in about 2 µs",
    "about 2 µs",
    [/^trim, ASCII/, "slices", "ours"],
    (span) => slower(span, 2000),
    { file: README },
  ),
  ofSteady(
    "… at any size (50 MB takes as long as 10 KB)",
    "50 MB takes as long as 10 KB",
    [/^50 MB/, "10 KB", OURS],
    (span) => span.largest <= 1.5,
    { timed: false },
  ),
  {
    claim: "faster than `split`: 2 × at 10 KB, 150 × at 1 MB",
    timed: true,
    claimed: 150,
    file: SPEED,
    quote: "150 × at 1 MB",
    experiment: "steady",
    read: (tables, { claimed }) => {
      const [small, large] = ["10 KB", "1 MB"].map((size) =>
        steady(tables, new RegExp(`^trim, (?:ASCII|Latin-1), ${size}`), "split", THEIRS),
      );
      return { result: `10 KB: ${small.text}, 1 MB: ${large.text}`, holds: faster(large, claimed) };
    },
  },
  ofSteady(
    "faster than `Intl.Segmenter` at the cuts, 3 ×",
    "3 × faster than `Intl.Segmenter` at the cuts",
    [/^trim, /, "Segmenter", THEIRS],
    (span) => faster(span, 3),
  ),
  ofSteady(
    "2.5 to 4 × the time of hand-written slices",
    "2.5 to 4 × the time of hand-written slices",
    [/^trim, /, "slices", OURS],
    (span) => slower(span, 4),
  ),
  ofSteady(
    "other texts beside a `charCodeAt` loop, at 1 MB",
    "the time of a `charCodeAt` loop at 1 MB",
    [/^trim, .* 1 MB/, "one pass", OURS],
    (span) => span.largest <= 1,
  ),
  ofSteady(
    "`maxTokens: 2000`, both ends, on 1 MB beside gpt-tokenizer's encode, slice, decode",
    "about 100 × faster than encode, slice and decode by gpt-tokenizer",
    [/^maxTokens/, "gpt-tokenizer", THEIRS],
    (span) => faster(span, 100),
  ),
  ofSteady(
    "a million equal chars take under 10 ms",
    "A million equal chars",
    [/^a million/, undefined, "ours"],
    (span) => span.largest <= 10e6,
  ),
  ofSteady(
    "`rescue` reads about 130 MB of a plain ASCII log a second",
    "`rescue` reads about 130 MB",
    [/^rescue/, "Node's strip", "ours"],
    (span) => slower(span, 1e9 / 130),
  ),
  {
    claim:
      "`rescue` reads 50 MB a second where each line is an error with other numbers, 25 MB where the words differ, too",
    timed: true,
    file: SPEED,
    quote: "50 MB where each line is an error with other numbers, 25 MB where the words differ, too",
    experiment: "steady",
    read: (tables) => {
      const [numbers, words] = [/numbers in each/, /words in each/].map((match) =>
        steady(tables, match, "Node's strip", "ours"),
      );
      return {
        result: `${numbers.text} and ${words.text} for 1 MB`,
        holds: slower(numbers, 1e9 / 50) && slower(words, 1e9 / 25),
      };
    },
  },
  {
    claim: "`clean` takes 1 to 4 × the time of Node's `stripVTControlCharacters` on texts with escapes",
    timed: true,
    file: SPEED,
    quote: "stripVTControlCharacters",
    experiment: "steady",
    read: (tables) => {
      const [coloured, plain] = [/^clean.*colours/, /^clean.*log/].map((match) =>
        steady(tables, match, "Node's strip", OURS),
      );
      return { result: `with escapes ${coloured.text}, without ${plain.text}`, holds: slower(coloured, 4) };
    },
  },
  {
    claim: "ten trimmed texts of 50 MB hold next to nothing",
    file: SPEED,
    quote: "Ten trimmed texts of 50 MB hold 0.05 MB",
    experiment: "bench-memory",
    read: (tables) => {
      const row = rowOf(tables, /^memory$/, ["tooltrim, Trimmed kept"]);
      const [, held, mixed, wasm] = Object.values(row);
      const most = Math.max(numberIn(held), numberIn(mixed));
      return { result: `heap ${held} and ${mixed}, WebAssembly ${wasm}`, holds: most <= 0.5 && numberIn(wasm) <= 1.5 };
    },
  },
  {
    claim: "a `TrimStream` stays small",
    file: SPEED,
    quote: "leave it below 2.8 MB, and the process grows by 5 to 8 MB",
    experiment: "bench-stream",
    read: (tables) => {
      const [table] = tablesOf(tables, /^stream$/, ["rss grown"]);
      const rows = rowsOf(table);
      const grown = spanOf(rows.map((row) => row["rss grown"]));
      const wasm = spanOf(rows.map((row) => row["wasm memory"]));
      return {
        result: `grown ${grown.text}, WebAssembly ${wasm.text}`,
        holds: grown.largest <= 16 && wasm.largest <= 2.8,
      };
    },
  },
  ofSteady(
    "`trimValue` with nothing to cut beside `structuredClone`",
    "9 to 22 × faster than `structuredClone`",
    [/^trimValue/, "structuredClone", THEIRS],
    (span) => faster(span, 9),
  ),
  {
    claim: "`computeTruncation` on 10,000 calls beside `JSON.stringify`: results of 2 KB, 20 KB, 200 bytes",
    timed: true,
    file: SPEED,
    quote: "takes 1.0 × the time of `JSON.stringify` of the calls with results of 2 KB, 0.1 ×",
    experiment: "steady",
    read: (tables) => {
      const of = (size) => steady(tables, new RegExp(`^computeTruncation.* of ${size}`), "stringify", OURS);
      const [middle, large, small] = ["2 KB", "20 KB", "200 bytes"].map(of);
      const holds = slower(middle, 1) && slower(large, 0.1) && slower(small, 10);
      return { result: `${middle.text}, ${large.text}, ${small.text}`, holds };
    },
  },
  {
    claim: "`Compactor` beside JSON and back: two new messages without a step, all new objects",
    timed: true,
    file: README,
    quote: "| `Compactor`, a request of two new messages without a step | 0.05 ×",
    experiment: "steady",
    read: (tables) => {
      const [same, fresh] = [/^no step, two new/, /^no step, all objects/].map((match) =>
        steady(tables, match, "JSON", OURS),
      );
      return { result: `${same.text}; new objects ${fresh.text}`, holds: slower(same, 0.05) && slower(fresh, 0.4) };
    },
  },
  {
    claim: "… a step over 1,000 exchanges in 1 MB, by format",
    timed: true,
    file: README,
    quote: "7 to 10 ×, by format",
    experiment: "steady",
    read: (tables) => {
      const [own, all] = [/^a step, anthropic/, /^a step/].map((match) => steady(tables, match, "JSON", OURS));
      return { result: `${own.text} (Anthropic), ${all.text} (all formats)`, holds: slower(all, 10) };
    },
  },
  {
    claim: "… per exchange, 100,000 of them against 10,000",
    timed: true,
    file: "docs/compaction.md",
    quote: "Per exchange a step of 100,000 of them takes 0.9 to 1.1 ×",
    experiment: "complexity",
    read: (tables) => {
      const { "the last": slope } = rowOf(tables, /^complexity$/, ["compactMessages"], ["the last"]);
      const ratio = 10 ** (Number(slope) - 1);
      return { result: `${ratio.toFixed(2)} ×`, holds: ratio <= 1.1 * 1.2 };
    },
  },
  {
    claim: "import and first call of `tooltrim`, processor's time in Node 24, from its file and of a bundle for Node",
    timed: true,
    file: README,
    quote: "| 42 ms |",
    experiment: "bench-starts",
    read: (tables) => {
      const table = tablesOf(tables, /^starts$/, ["way"]).find(({ head }) => /^Node 24\./.test(head[0]));
      if (!table) return undefined;
      const least = (way) => table.rows.find((row) => row[0] === "tooltrim" && row[1] === way)[4];
      const [file, bundle] = [least("file, import"), least("CJS bundle")];
      return {
        result: `${file} and ${bundle} ms`,
        holds: Number(file) <= TOLERANCE * 42 && bundle - least("file, require") <= 10,
      };
    },
  },
  {
    claim: "one line of 30 MB through the MCP proxy",
    file: "docs/mcp.md",
    quote: "30 MB of text in one line took about 310 to 480 MB",
    experiment: "bench-mcp",
    read: (tables) => {
      const row = tablesOf(tables, /goals/, ["goal"])
        .flatMap((table) => rowsOf(table))
        .find(({ goal }) => /in one line/.test(goal));
      return row ? { result: `${row.goal}: ${row.measured}`, holds: numberIn(row.measured) <= 500 } : undefined;
    },
  },
  {
    claim: "`rescue` and `clean` grow with the text and nothing else, whatever it holds",
    file: SPEED,
    quote: "Both grow with the text and nothing else, whatever it holds",
    experiment: "complexity",
    read: (tables) => slopes(tables, /^(?:trim, rescue|clean):/),
  },
  {
    claim: "keeping both ends does not grow with ASCII texts",
    file: "docs/trimming.md",
    quote: "On ASCII and Latin-1 strings the time does not grow with the input",
    experiment: "complexity",
    read: (tables) => slopes(tables, /^trim, both ends: (?!lone)/),
  },
  {
    claim: "compaction grows with the number of messages",
    file: "docs/compaction.md",
    quote: "Time grows with the number of messages",
    experiment: "complexity",
    read: (tables) => slopes(tables, /^(?:compactMessages|Compactor|computeTruncation)/),
  },
];

/** Slopes of time over size, and whether each is within its limit. */
function slopes(tables, match) {
  const goals = tablesOf(tables, /goals/, ["goal"]).flatMap((table) => rowsOf(table));
  const own = goals.filter(({ goal }) => match.test(goal));
  const span = spanOf(own.map(({ measured }) => measured));
  return {
    result: `slopes ${span.text.trim()} of ${own.length} inputs, ${own[0].limit.trim()} allowed`,
    holds: own.every((row) => row["#1"] === "ok"),
  };
}
