// Small pictures for what an exchange is: the same in the overview, the list and the panel.
import type { Rung } from "tooltrim";
import { type ExchangeRow, STALE_WORDS } from "tooltrim-view";
import { LEVELS } from "./strip-paths.js";

/** A rung by its height, as in the overview: colours are those of the categories. */
export function RungMark({ rung }: { readonly rung: Rung }) {
  const height = LEVELS[rung] * 12;
  return (
    <span class="rung-mark">
      <svg width="6" height="12" viewBox="0 0 6 12" aria-hidden="true">
        <rect class="rung-room" width="6" height="12" rx="1" />
        <rect class="rung-level" y={12 - height} width="6" height={height} rx="1" />
      </svg>
      {rung}
    </span>
  );
}

/** A square in a colour of the overview. */
export const Square = ({ name }: { readonly name: string }) => (
  <svg class="square" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
    <rect class={name} width="10" height="10" rx="2.5" />
  </svg>
);

/** Squares for a failure and for what is out of date, with the words for those who do not see them. */
export function StateMarks({ isError, stale }: Pick<ExchangeRow, "isError" | "stale">) {
  return (
    <>
      {isError && (
        <span title="failed">
          <Square name="s-failed" />
          <span class="unseen">failed</span>
        </span>
      )}
      {stale && (
        <span title={`out of date: ${STALE_WORDS[stale]}`}>
          <Square name="s-stale" />
          <span class="unseen">out of date: {STALE_WORDS[stale]}</span>
        </span>
      )}
    </>
  );
}
