import type { ToolCategory } from "tooltrim";
import type { LargeResult, RepeatedCall, UsageRow } from "../stats/types.js";
import { counted } from "../text.js";
import { CATEGORY_NAMES } from "../words.js";
import { Bar } from "./bar.js";
import { State } from "./exchanges.js";
import { Code, Dot, number, share, Table } from "./table.js";

interface UsageProps {
  readonly rows: readonly UsageRow[];
  /** Chars of the conversation. */
  readonly all: number;
  /** Of what a row is the sum. */
  readonly by: "category" | "tool";
}

/** Calls by category or by tool. */
export function UsageTable({ rows, all, by }: UsageProps) {
  return (
    <Table<UsageRow>
      caption={`Calls by ${by}`}
      rows={rows}
      columns={[
        by === "tool"
          ? { title: "Tool", kind: "t", cell: ({ name }) => <Code text={name} /> }
          : { title: "Category", kind: "t", cell: ({ name }) => <CategoryName name={name} /> },
        {
          ...{ title: "", kind: "b" },
          cell: ({ chars, staleChars }) => (
            <Bar
              all={all}
              parts={[
                { name: "s-used", value: chars - staleChars },
                { name: "s-stale", value: staleChars },
              ]}
            />
          ),
        },
        share("Share", (row) => row.share),
        number("Chars", ({ chars }) => chars),
        number("Tokens", ({ tokens }) => tokens, { isMinor: true }),
        number("Out of date", ({ staleChars }) => staleChars, { isMinor: true }),
        number("Calls", ({ calls }) => calls),
        number("Failed", ({ failures }) => failures, { isMinor: true }),
        number("Largest call", ({ largest }) => largest.chars, { isMinor: true }),
      ]}
    />
  );
}

/** What the colours of the bars say. */
export const UsageKey = () => (
  <p class="v-key" aria-hidden="true">
    <span>
      <Dot name="s-used" />
      in use
    </span>
    <span>
      <Dot name="s-stale" />
      out of date
    </span>
  </p>
);

const CategoryName = ({ name }: Pick<UsageRow, "name">) => <>{CATEGORY_NAMES[name as ToolCategory]}</>;

/** The biggest results. */
export function LargestTable({ rows }: { readonly rows: readonly LargeResult[] }) {
  return (
    <Table<LargeResult>
      caption={`The ${counted(rows.length, "result")} with the most chars`}
      rows={rows}
      most={rows.length}
      none="No call has a result."
      columns={[
        { title: "Tool", kind: "t", cell: ({ name }) => <Code text={name} /> },
        { title: "About", kind: "w", cell: ({ subject }) => <Code text={subject} /> },
        number("Message", ({ message }) => message, { isMinor: true }),
        number("Chars", ({ chars }) => chars),
        number("Tokens", ({ tokens }) => tokens, { isMinor: true }),
        share("Share", (row) => row.share),
        { title: "State", isMinor: true, cell: (row) => <State {...row} /> },
      ]}
    />
  );
}

/** Commands, searches and requests that were made again. */
export function RepeatsTable({ rows }: { readonly rows: readonly RepeatedCall[] }) {
  return (
    <Table<RepeatedCall>
      caption="Commands, searches and requests that were made again"
      rows={rows}
      none="None was made again."
      columns={[
        { title: "Tool", kind: "t", cell: ({ name }) => <Code text={name} /> },
        { title: "About", kind: "w", cell: ({ subject }) => <Code text={subject} /> },
        number("Times", ({ times }) => times),
        number("Failed", ({ failures }) => failures, { isMinor: true }),
        number("Chars", ({ chars }) => chars, { isMinor: true }),
        number("Out of date", ({ staleChars }) => staleChars),
      ]}
    />
  );
}
