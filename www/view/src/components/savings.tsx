import type { Saving } from "../stats/types.js";
import { budget, percent } from "../text.js";
import { breakEven, describedRungs } from "../words.js";
import { Bar } from "./bar.js";
import { number, share, Table, Tag } from "./table.js";

/** What compaction to each target would save. */
export function SavingsTable({ rows }: { readonly rows: readonly Saving[] }) {
  return (
    <Table<Saving>
      caption="Compaction of the whole conversation to each target"
      rows={rows}
      most={rows.length}
      none="There is nothing to compact."
      columns={[
        {
          title: "Target",
          cell: ({ share: part, target, reached }) => (
            <>
              {percent(part)} {!reached && <Tag kind="bad">not reached</Tag>}
              <span class="v-sub">{budget(target)}</span>
            </>
          ),
        },
        { title: "", kind: "b", cell: ({ saved }) => <Bar all={1} parts={[{ name: "s-used", value: saved }]} /> },
        share("Saved", ({ saved }) => saved),
        number("Chars after", ({ after }) => after.chars, { isMinor: true }),
        number("Tokens after", ({ after }) => after.tokens, { isMinor: true }),
        { title: "Results", isMinor: true, cell: ({ calls }) => describedRungs(calls) },
        number("Tokens cached again", ({ rebilledTokens }) => rebilledTokens, { isMinor: true }),
        {
          ...{ title: "Pays off after", kind: "n" },
          cell: ({ breakEvenRequests, saved }) => breakEven(breakEvenRequests, saved > 0),
        },
      ]}
    />
  );
}
