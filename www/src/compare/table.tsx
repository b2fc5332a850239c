// What each contender kept and lost, as counts; the losses themselves on a click.
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { counted, number } from "../shared/dom.js";
import type { Cell, Measure, Row } from "./model.js";

interface Props {
  readonly names: readonly string[];
  readonly measures: readonly Measure[];
  readonly rows: readonly Row[];
  readonly busy: boolean;
  /** How they were made equal. */
  readonly fairness: string;
  /** "67,264 chars; the limit of all is 4,000" */
  readonly caption: string;
}

export function FactsTable({ names, measures, rows, busy, fairness, caption }: Props) {
  const [open, setOpen] = useState("");
  return (
    <section class="pane compare-facts" aria-labelledby="compare-facts-title" aria-busy={busy}>
      <div class="pane-head">
        <h2 id="compare-facts-title">What each one keeps</h2>
        <p class="pane-note" role="status">
          {caption}
        </p>
      </div>
      <table>
        <caption class="unseen">What each one keeps of the input</caption>
        <thead>
          <tr>
            <th scope="col">Way</th>
            {measures.map(({ key, title, definition }) => (
              <th key={key} scope="col" title={definition}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, index) => {
            const row = rows.find((each) => each.name === name);
            const opened = measures.find(({ key }) => open === `${name} ${key}`);
            const lost = opened && row?.cells[opened.key];
            return (
              <Fragment key={name}>
                <tr class={name === "tooltrim" ? "ours" : undefined}>
                  <th scope="row">
                    {name}
                    <small>{row?.failed ? `It failed: ${row.failed}` : (row?.setting ?? "…")}</small>
                  </th>
                  {measures.map(({ key, title }) => (
                    <td key={key} data-title={title}>
                      <Fact
                        cell={row?.cells[key]}
                        isOpen={open === `${name} ${key}`}
                        controls={`lost-${index}`}
                        onOpen={(isOpen) => setOpen(isOpen ? `${name} ${key}` : "")}
                      />
                    </td>
                  ))}
                </tr>
                {opened && lost?.lost && (
                  <tr class="losses" id={`lost-${index}`}>
                    <td colSpan={measures.length + 1}>
                      <Losses name={name} measure={opened} cell={lost} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      <details class="definitions">
        <summary>What is counted, and how</summary>
        <p>{fairness}</p>
        <dl>
          {measures.map(({ key, title, definition }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

interface FactProps {
  readonly cell: Cell | undefined;
  readonly isOpen: boolean;
  readonly controls: string;
  readonly onOpen: (isOpen: boolean) => void;
}

function Fact({ cell, isOpen, controls, onOpen }: FactProps) {
  if (!cell) return <span class="none">–</span>;
  const state = cell.says === "–" ? "none" : cell.holds === false ? "breaks" : undefined;
  const bar = cell.all ? <i class="share" style={{ "--share": (cell.kept ?? 0) / cell.all }} /> : null;
  if (!cell.lost?.length) {
    return (
      <span class={state}>
        {cell.says}
        {bar}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={`link ${state ?? ""}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={() => onOpen(!isOpen)}
    >
      {cell.says}
      {bar}
    </button>
  );
}

function Losses({ name, measure, cell }: { name: string; measure: Measure; cell: Cell }) {
  const more = cell.more ?? 0;
  const total = (cell.lost?.length ?? 0) + more;
  return (
    <>
      <p>
        {name}: {number(total)} {measure.lost}
        {measure.key === "rules" ? "" : ", not in its result"}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <ol tabIndex={0} aria-label={`What ${name} lost`}>
        {cell.lost?.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ol>
      {more > 0 && <p>{counted(more, "others")} not listed</p>}
    </>
  );
}
