import type { CompactionReport } from "tooltrim";
import { grouped } from "../text.js";
import { Code } from "./table.js";

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
