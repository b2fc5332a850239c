// Results side by side: three columns, two on a narrower screen, one below the other on a phone.
import { useLayoutEffect, useRef } from "preact/hooks";
import { CopyButton } from "../shared/copy-button.js";
import type { Part, Row } from "./model.js";

interface Props {
  readonly names: readonly string[];
  readonly shown: readonly string[];
  readonly rows: readonly Row[];
  readonly busy: boolean;
  readonly onShow: (shown: readonly string[]) => void;
  readonly result: (name: string) => Promise<string>;
}

export function Panes({ names, shown, rows, busy, onShow, result }: Props) {
  return (
    <section class="compare-panes" aria-label="Results side by side" aria-busy={busy}>
      {shown.map((name, index) => {
        const row = rows.find((each) => each.name === name);
        const choose = (chosen: string) => onShow(shown.map((each, at) => (at === index ? chosen : each)));
        return (
          <section key={index} class="pane" aria-label={`Column ${index + 1}: ${name}`}>
            <div class="pane-head">
              <select
                aria-label={`Result in column ${index + 1}`}
                value={name}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
              >
                {names.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
              <div class="buttons">
                <CopyButton label="Copy" text={() => result(name)} disabled={!row || row.failed !== undefined} />
              </div>
            </div>
            <Result name={name} row={row} />
          </section>
        );
      })}
    </section>
  );
}

function Result({ name, row }: { name: string; row: Row | undefined }) {
  const scroller = useRef<HTMLElement>(null);
  // The first cut stands a little below the top: there the results begin to differ.
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    // A sentence before everything is no cut.
    const cuts = Array.from(view.querySelectorAll<HTMLElement>("mark, .gap"));
    const cut = cuts.find(({ previousSibling }) => previousSibling) ?? cuts[0];
    view.scrollTop = cut ? cut.offsetTop - view.clientHeight * 0.3 : 0;
  }, [row]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section ref={scroller} class="scroller" tabIndex={0} aria-label={`Result of ${name}`}>
      <pre class="text">{row?.parts.map(shownPart)}</pre>
    </section>
  );
}

function shownPart(part: Part, index: number) {
  if (part.kind === "kept") return part.text;
  if (part.kind === "marker") return <mark key={index}>{part.text}</mark>;
  const style = part.kind === "failure" ? "rescued" : part.kind;
  return (
    <span key={index} class={part.kind === "who" && part.changed ? "who changed" : style}>
      {part.text}
      {part.kind === "who" && part.changed ? " · changed or new" : ""}
    </span>
  );
}
