import type { CompactionReport, Unfit } from "tooltrim";
import { budget, compact, grouped, percent, visible } from "../text.js";
import { breakEven, savedShare } from "../words.js";
import { type Figure, Figures } from "./figures.js";
import { number, Table, Tag } from "./table.js";

/** What a step saves, what it costs once, and after how many requests it has paid. */
export function Economics({ report }: { readonly report: CompactionReport }) {
  return (
    <div class="v-economics">
      <Figures label="What the step saves and costs" figures={figuresOf(report)} />
      <Warnings report={report} />
    </div>
  );
}

function figuresOf(report: CompactionReport): Figure[] {
  const { before, after, rebilledTokens, stablePrefix, breakEvenRequests, window, reserve } = report;
  const saved = savedShare(before, after, "tokens");
  const isChanged = before.chars !== after.chars;
  const beside = reserve ? `; ${budget(reserve)} are reserved` : "";
  const instead = (size: number) => (isChanged ? ` instead of ${compact(size)}` : "");
  return [
    {
      figure: compact(after.tokens),
      words: isChanged ? `tokens${instead(before.tokens)}, ${percent(saved)} less` : "tokens: nothing was changed",
      kind: saved > 0 ? "good" : undefined,
    },
    { figure: compact(after.chars), words: `chars${instead(before.chars)}` },
    ...(window.tokens === undefined
      ? []
      : [
          {
            figure: percent(after.tokens / Math.max(window.tokens, 1)),
            words: `of the window of ${budget(window)}${beside}`,
          },
        ]),
    { figure: compact(rebilledTokens), words: "tokens to be cached again" },
    { figure: compact(stablePrefix), words: "chars in front of the first change stay cached" },
    breakEvenRequests === null
      ? { figure: breakEven(null, isChanged), words: "the step pays off by the price of tokens" }
      : {
          figure: grouped(breakEvenRequests),
          words: breakEvenRequests === 1 ? "request until the step has paid" : "requests until the step has paid",
        },
  ];
}

/** Nothing where all is well. */
function Warnings({ report: { fits, overTarget, unfit, notes } }: { readonly report: CompactionReport }) {
  return (
    <>
      {!fits && (
        <p class="v-warning">
          <Tag kind="bad">does not fit</Tag> The messages are larger than the window leaves room for.
        </p>
      )}
      {overTarget && (
        <p class="v-warning">
          <Tag kind="bad">target missed</Tag> All that may be dropped was dropped.
        </p>
      )}
      {unfit.length > 0 && (
        <Table<Unfit>
          caption="What cannot be cut, or not further"
          rows={unfit}
          columns={[
            { title: "What", cell: ({ what }) => what },
            number("Chars", ({ chars }) => chars),
            { title: "Why", kind: "w", cell: ({ why }) => why },
          ]}
        />
      )}
      {notes.length > 0 && (
        <ul class="v-lines">
          {notes.map((note) => (
            <li>{visible(note)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** `12,000 → 300`; once where both are equal. */
export const change = (before: number, after: number): string =>
  before === after ? grouped(after) : `${grouped(before)} → ${grouped(after)}`;
