import type { CompactionReport } from "tooltrim";
import type { FailureGroup } from "tooltrim/messages";
import { grouped } from "../text.js";
import { Code, number, Table, Tag } from "./table.js";

/** Lines of the failures that no later attempt mended; equal ones once, with their number. */
export function OpenFailures({
  report: { openFailures },
}: {
  readonly report: Pick<CompactionReport, "openFailures">;
}) {
  if (openFailures.length === 0) return <p class="v-soft">No failure is open.</p>;
  const counts = new Map<string, number>();
  for (const line of openFailures) counts.set(line, (counts.get(line) ?? 0) + 1);
  return (
    <ul class="v-lines">
      {[...counts].map(([line, count]) => (
        <li>
          {line ? <Code text={line} most={300} /> : "A failure without a line that tells why"}
          {count > 1 && <span class="v-soft"> {grouped(count)} times</span>}
        </li>
      ))}
    </ul>
  );
}

/** All failures by their telling line, mended ones too. */
export function FailuresTable({ rows }: { readonly rows: readonly FailureGroup[] }) {
  return (
    <Table<FailureGroup>
      caption="By the line that describes the error best"
      rows={rows}
      none="No call failed."
      columns={[
        { title: "Error", kind: "w", cell: ({ line }) => (line ? <Code text={line} /> : "(no line tells)") },
        number("Times", ({ count }) => count),
        { title: "State", cell: ({ resolved }) => (resolved ? <Tag>passed later</Tag> : <Tag kind="bad">open</Tag>) },
      ]}
    />
  );
}
