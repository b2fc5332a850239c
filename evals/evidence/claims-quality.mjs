// Claims about what is kept.

import { numberIn, rowOf, rowsOf, tablesOf } from "./tables.mjs";

const COMPACTION = "docs/compaction.md";
const README = "README.md";

/** A row of eval:history at a share: `part` is all, set a or set b. */
function points(tables, share, contender, part) {
  const [table] = tablesOf(tables, new RegExp(`^At ${share} %`), ["fits", "everything"]);
  return table && rowsOf(table).find((row) => Object.values(row)[0] === contender && row.formats === part);
}

/** Its intervals, which follow it. */
function spread(tables, share, contender, part) {
  const at = tables.findIndex(({ note, head }) => note.startsWith(`At ${share} %`) && head.includes("fits"));
  const table = tables.slice(at).find(({ head }) => head.includes("sessions"));
  return table && rowsOf(table).find((row) => Object.values(row)[0] === contender && row.sessions === part);
}

/** `claimed`: figures on the page, which hold for its data only; on other data nothing is compared. */
const information = (share, part, claimed) => ({
  claim: `information kept at ${share} %, ${part}, beside the alternatives`,
  file: COMPACTION,
  quote: `${claimed}`,
  claimed,
  experiment: "history",
  read: (tables, { synthetic }) => {
    const of = (name) => numberIn(points(tables, share, name, part)?.information);
    const ours = of("tooltrim");
    if (Number.isNaN(ours)) return undefined;
    const rivals = [
      "shrink with age",
      "stub older than 10",
      "drop oldest",
      "LangChain ClearToolUses",
      "AI SDK pruneMessages",
      "Cline's rule",
      "opencode's rule",
    ];
    const others = rivals.map((name) => [name, of(name)]).filter(([, value]) => !Number.isNaN(value));
    const { information: ci } = spread(tables, share, "tooltrim", part);
    return {
      result: `${ci} against ${others.map(([name, value]) => `${value} (${name})`).join(", ")}`,
      holds: synthetic ? undefined : Math.abs(ours - claimed) <= 0.5,
    };
  },
});

const needles = (share, key, claimed) => ({
  claim: `${key} at ${share} %, all formats`,
  file: COMPACTION,
  quote: `| ${claimed}`,
  claimed,
  experiment: "history",
  read: (tables, { synthetic }) => {
    const row = points(tables, share, "tooltrim", "all");
    if (row === undefined) return undefined;
    const rival = points(tables, share, "drop oldest", "all");
    const own = spread(tables, share, "tooltrim", "all");
    return {
      result: `${row[key]} of points; by session ${own[key]}; dropping the oldest ${rival?.[key] ?? "–"}`,
      holds: synthetic ? undefined : Math.abs(numberIn(row[key]) - claimed) <= 0.5,
    };
  },
});

export const qualityClaims = [
  {
    claim: "trims without losing the error line: planted lines kept at 4,000 chars",
    file: README,
    quote: "without losing the error\nline",
    experiment: "output",
    read: (tables) => {
      const match = /^planted, unseen$/;
      const tablesAt = tables.filter(({ heading, note }) => match.test(heading) && /^(?:At 4,000|By tool)/.test(note));
      const rows = tablesAt.flatMap((table) => rowsOf(table));
      const of = (name) => rows.filter((row) => Object.values(row)[0] === name);
      const [row, ci] = of("tooltrim rescue");
      const rivals = ["half/half", "tail", "grep, then tail", "headroom-ai", "@llmtrim/js"];
      const others = rivals.flatMap((name) => (of(name)[0] ? [`${of(name)[0].planted} (${name})`] : []));
      return {
        result: `${row.planted}, by tool ${ci.planted} against ${others.join(", ")}`,
        holds: numberIn(row.planted) >= 85,
      };
    },
  },
  {
    claim: "limits are exact: results within the limit",
    file: README,
    quote: "**Limits are exact.**",
    experiment: "output",
    read: (tables) => {
      const rows = tables
        .filter(({ head }) => head.includes("limit") && head.includes("again"))
        .flatMap((table) => rowsOf(table));
      const own = rows.filter((row) => Object.values(row)[0] === "tooltrim rescue");
      return {
        result: `${own.map(({ limit }) => limit).join(", ")} %`,
        holds: own.every(({ limit }) => numberIn(limit) === 100),
      };
    },
  },
  {
    claim: "conversations stay valid",
    file: README,
    quote: "**Conversations stay valid.**",
    experiment: "history",
    read: (tables) => {
      const rows = tables
        .filter(({ head }) => head.includes("valid") && head.includes("fits"))
        .flatMap((table) => rowsOf(table));
      const own = rows.filter((row) => Object.values(row)[0] === "tooltrim" && row.formats === "all");
      const most = own.map(({ n, valid }) => `${valid} % of ${n} points`);
      return { result: most.join(", "), holds: own.every(({ valid }) => numberIn(valid) === 100) };
    },
  },
  {
    claim: "a bounded value is valid JSON within its limit",
    file: "docs/values.md",
    quote: "trimValue",
    experiment: "values",
    read: (tables) => {
      const rows = tables.filter(({ head }) => head.includes("within")).flatMap((table) => rowsOf(table));
      const own = rows.filter((row) => Object.values(row)[0] === "trimValue");
      const least = (key) => Math.min(...own.map((row) => numberIn(row[key])));
      return {
        result: `valid ${least("valid")} %, within ${least("within")} % at every limit, real and generated`,
        holds: least("valid") === 100 && least("within") === 100,
      };
    },
  },
  ...[
    [50, 95.3, 92.0],
    [20, 82.4, 66.0],
    [10, 51.2, 51.2],
  ].flatMap(([share, b, a]) => [information(share, "set b", b), information(share, "set a", a)]),
  ...[
    ["edited", 98.5, 96.6],
    ["errors", 98.6, 94.6],
    ["everything", 98.8, 95.8],
  ].flatMap(([key, fifth, tenth]) => [needles(20, key, fifth), needles(10, key, tenth)]),
  {
    claim: 'live, `economy: "balanced"`, set b: information, errors, cost',
    file: COMPACTION,
    quote: '| `economy: "balanced"` | 91.8 / 88.7',
    experiment: "live",
    read: (tables, { synthetic }) => {
      const table = tables.find(({ heading, note }) => heading === "set b" && /resamples/.test(note));
      const row = table && rowsOf(table).find((each) => Object.values(each)[0].endsWith("balanced"));
      if (!row) return undefined;
      const { information, errors, cost, hits, growth } = row;
      return {
        result: `information ${information}, errors ${errors}, cost ${cost}, cache hits ${hits}, sent ${growth}`,
        holds: synthetic ? undefined : Math.abs(numberIn(information) - 91.8) <= 0.5,
      };
    },
  },
  {
    claim: "prompt cache hits, set b: 97 % or more where the window is large, near what is possible where it is not",
    file: COMPACTION,
    quote: "| 800,000 | 98.5 | 99.1 |",
    experiment: "live",
    read: (tables, { synthetic }) => {
      const [table] = tablesOf(tables, /^prompt cache hits$/, ["hits", "at most"]);
      if (!table) return undefined;
      const rows = rowsOf(table);
      const words = rows.map((row) => `${row["window, units"]}: ${row.hits} of at most ${row["at most"]}`);
      const [, , large] = rows.map(({ hits }) => numberIn(hits));
      return { result: words.join("; "), holds: synthetic ? undefined : Math.abs(large - 98.5) <= 0.3 };
    },
  },
  {
    claim: "growing conversations last 4.83 × as long (set b)",
    file: COMPACTION,
    quote: "| tooltrim (`Compactor`) | 21 / 33 | 4.83 ×",
    experiment: "growing",
    read: (tables, { synthetic }) => {
      const row = rowOf(tables, /^growing conversations$/, ["tooltrim", "set b"], ["longer"]);
      return (
        row && {
          result: `${row.longer} (${row["95 %"]}), cost ${row["by session"]}`,
          holds: synthetic ? undefined : numberIn(row.longer) >= 4.7,
        }
      );
    },
  },
  {
    claim: "a model does as well with the compacted history",
    file: "evals/README.md",
    quote: "Here it was run with a scripted model only",
    experiment: "replay",
    read: (tables) => {
      const table = tables.find(({ note }) => /With what was recorded/.test(note));
      const path = (arm) => table && rowsOf(table).find((row) => Object.values(row)[0] === arm)?.path;
      if (!path("full")) return undefined;
      return {
        result: `not claimed: no model was asked. A scripted one, which needs its paths in the request: full ${path("full")}, ours ${path("tooltrim 20 %")}, dropping the oldest ${path("drop-oldest 20 %")}`,
        holds: undefined,
      };
    },
  },
];

/** Claims that no command of the evaluations shows, or that need hosts of their own. */
export const elsewhere = [
  {
    claim: "bundle of `tooltrim`, gzip",
    file: README,
    quote: "| 480 KB | 541 KB |",
    command: "npm run check -- bundle-sizes",
  },
  {
    claim: "tried in 57 hosts and bundlers",
    file: README,
    quote: "tried in 57 hosts and bundlers",
    command: "npm run test:consumers",
  },
  {
    claim: "the same input gives the same bytes in Rust, Node and browsers",
    file: README,
    quote: "**Deterministic.**",
    command: "npm test",
  },
  {
    claim: "tokens are estimated within 9 % (95 of 100 chunks)",
    file: "docs/trimming.md",
    quote: "95\n  in 100 lie within 9 % on average",
    command: undefined,
  },
  {
    claim: "a later step keeps 73 % of the texts byte for byte (median)",
    file: COMPACTION,
    quote: "the median step keeps 73 % of the texts byte for byte",
    command: undefined,
  },
  {
    claim: "the run of an agent in VS Code, and the time added",
    file: "docs/vscode.md",
    quote: "Time added",
    command: "npm run test:all -- vscode",
  },
  {
    claim: "a hook takes three to four times as long as starting Node",
    file: "docs/recipes.md",
    quote: "three to four times as long as starting Node",
    command: "npm run bench -- cli",
  },
];
