// The context before and after, at a glance.
import {
  ContextBar,
  counted,
  describedRungs,
  grouped,
  PartsTable,
  percent,
  rungCounts,
  savedShare,
} from "tooltrim-view";
import { isPending, opened, report, shownStep } from "./state.js";

export function Picture() {
  const [now, shown, current] = [opened.value, shownStep.value, report.value];
  const contexts =
    now && shown
      ? [
          { label: "Before", parts: now.info.inspection.parts },
          { label: "After", parts: shown.step.parts },
        ]
      : [];
  return (
    <section class="pane picture" aria-labelledby="picture-title" aria-busy={isPending.value}>
      <div class="pane-head">
        <h2 id="picture-title">Context</h2>
        {current && <Verdict />}
      </div>
      <p class="pane-line" id="context-summary" role="status">
        {current ? summary() : "\u00a0"}
      </p>
      <div class="picture-body">
        {contexts.length > 0 && (
          <>
            <ContextBar contexts={contexts} />
            <PartsTable contexts={contexts} />
          </>
        )}
      </div>
    </section>
  );
}

function Verdict() {
  const current = report.value;
  if (!current) return null;
  const { fits, overTarget } = current;
  const words = !fits ? "✗ does not fit the window" : overTarget ? "! over the target" : "✓ fits the target";
  return <p class={`verdict-pill ${fits && !overTarget ? "good" : "bad"}`}>{words}</p>;
}

/** `88,000 → 44,000 tokens, 50 % less; 12 full, 3 trimmed`. */
function summary(): string {
  const current = report.value;
  if (!current) return "";
  const { before, after, exchanges } = current;
  const saved = savedShare(before, after, "tokens");
  const sizes =
    before.tokens === after.tokens
      ? `${grouped(after.tokens)} tokens, nothing left out`
      : `${grouped(before.tokens)} → ${grouped(after.tokens)} tokens, ${percent(saved)} less`;
  return `${sizes}. ${counted(exchanges.length, "exchange")}: ${describedRungs(rungCounts(exchanges)) || "none"}.`;
}
