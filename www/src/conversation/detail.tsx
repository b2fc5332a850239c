// One exchange: what it was, what is left of it, and why.
import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Rung } from "tooltrim";
import { type ExchangeRow, grouped, RUNG_MEANINGS, State, shortened, visible } from "tooltrim-view";
import type { Piece } from "./difference.js";
import type { ExchangeTexts } from "./engine.js";
import { RungMark } from "./marks.js";
import { choose, move, walk } from "./selection.js";
import { opened, rows, selected, shownStep } from "./state.js";

/** UTF-16 units of one piece of a text that are displayed: half of them from each end. */
const MOST = 12_000;

const VIEWS = ["difference", "before", "after"] as const;
type View = (typeof VIEWS)[number];

const REASONS: Readonly<Record<string, string>> = {
  recent: "It is one of the last calls, which stay while they fit.",
  small: "It is short: shortening it would save little.",
  old: "It is old: the older a result, the less room it gets.",
  failed: "It failed: what tells why is kept.",
  "failed, passed later": "It failed, and a later attempt passed.",
  "file changed since": "Its file was changed later, so that it is out of date.",
  "repeated later": "A later call repeated it, so that it is out of date.",
  "newest view": "It is the newest view of its file.",
  "run by the provider": "The provider ran it itself: it is never changed.",
  "no step was needed": "The messages fit as they are.",
};

export function Detail() {
  const { texts, error } = useTexts();
  const [view, setView] = useState<View>("difference");
  const current = selected.value;
  const row = current === undefined ? undefined : rows.value[current];
  if (!row) return <Empty />;
  const back = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      choose(undefined);
      document.getElementById("exchange-list")?.focus();
    } else if ((event.target as Element).id === "exchange-title") walk(event);
  };
  return (
    // Escape closes it from wherever the focus is in it.
    <section class="exchange" aria-labelledby="exchange-title" onKeyDown={back}>
      <div class="exchange-head">
        <h3 id="exchange-title" tabIndex={-1}>
          {grouped(row.index + 1)} <code>{visible(shortened(row.name, 60))}</code>
        </h3>
        <div class="buttons">
          <button type="button" aria-label="Previous exchange" onClick={() => move(-1)}>
            ←
          </button>
          <button type="button" aria-label="Next exchange" onClick={() => move(1)}>
            →
          </button>
          <button
            type="button"
            aria-label="Close"
            onClick={() => {
              choose(undefined);
              document.getElementById("exchange-list")?.focus();
            }}
          >
            ×
          </button>
        </div>
      </div>
      <Facts row={row} />
      <fieldset class="exchange-view">
        <legend class="unseen">View</legend>
        <div class="segments">
          {VIEWS.map((name) => (
            <label key={name}>
              <input type="radio" name="exchange-view" checked={view === name} onChange={() => setView(name)} />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {error ? <p class="error">{error}</p> : <Texts texts={texts} view={view} rung={row.rung} />}
    </section>
  );
}

const Empty = () => (
  <section class="exchange exchange-empty" aria-label="Exchange">
    <p>Choose an exchange to see what is left of it, and why.</p>
    <p class="keys">
      <kbd>↑</kbd> <kbd>↓</kbd> walk, <kbd>Enter</kbd> goes into it, <kbd>Esc</kbd> closes it.
    </p>
  </section>
);

function Facts({ row }: { row: ExchangeRow }) {
  const { subject, rung, reason, charsBefore, charsAfter } = row;
  return (
    <div class="exchange-facts">
      {subject && <code class="exchange-subject">{visible(subject)}</code>}
      <p>
        <RungMark rung={rung} />: {RUNG_MEANINGS[rung]}.{" "}
        {charsBefore === charsAfter
          ? `${grouped(charsAfter)} chars.`
          : `${grouped(charsBefore)} → ${grouped(charsAfter)} chars.`}
      </p>
      <p>
        {REASONS[reason] ?? `Reason: ${visible(reason)}.`} <State {...row} />
      </p>
    </div>
  );
}

function Texts({ texts, view, rung }: { texts: ExchangeTexts | undefined; view: View; rung: Rung }) {
  // A section of its own scrolls; the keyboard must reach it.
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section class="exchange-texts" tabIndex={0} aria-label={`Texts of the exchange, ${view}`} aria-busy={!texts}>
      {texts && view === "after" && rung === "folded" ? (
        <Part title="In its place, with the others that left">
          {texts.instead === null ? <p class="nothing">nothing</p> : <pre class="text">{limited(texts.instead)}</pre>}
        </Part>
      ) : (
        texts && (
          <>
            <Part title="Arguments">
              <Pieces pieces={texts.args} view={view} />
            </Part>
            <Part title="Result">
              <Pieces pieces={texts.result} view={view} />
            </Part>
            {texts.instead !== null && view === "difference" && (
              <Part title="In its place, with the others that left">
                <pre class="text">
                  <mark class="piece-added">{limited(texts.instead)}</mark>
                </pre>
              </Part>
            )}
          </>
        )
      )}
    </section>
  );
}

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <>
    <h4>{title}</h4>
    {children}
  </>
);

function Pieces({ pieces, view }: { pieces: readonly Piece[]; view: View }) {
  const seen = pieces.filter(
    ({ kind }) => kind === "kept" || view === "difference" || (view === "before") === (kind === "omitted"),
  );
  if (seen.length === 0) return <p class="nothing">none</p>;
  return (
    <pre class="text">
      {seen.map(({ kind, text }, at) => {
        const shown = limited(text);
        if (kind === "added")
          // A line that stands for others stands alone.
          return (
            <mark key={at} class="piece-added">
              {shown}
              {seen[at + 1]?.kind === "omitted" && !text.endsWith("\n") && "\n"}
            </mark>
          );
        if (kind === "omitted" && view === "difference") return <del key={at}>{shown}</del>;
        return <span key={at}>{shown}</span>;
      })}
    </pre>
  );
}

/** The ends of a long text, without controls that could disguise it. */
function limited(text: string): string {
  const half = MOST / 2;
  const part =
    text.length <= MOST
      ? text
      : `${text.slice(0, half)}\n\n[${grouped(text.length - MOST)} chars are not displayed]\n\n${text.slice(-half)}`;
  return part.replace(/[^\n\t]+/g, visible);
}

/** The texts of the exchange that is chosen, for the step that is shown; the last ones while new ones are on their way. */
function useTexts(): { readonly texts: ExchangeTexts | undefined; readonly error: string } {
  const [state, setState] = useState<{ texts?: ExchangeTexts; index?: number; error: string }>({ error: "" });
  const newest = useRef(0);
  useSignalEffect(() => {
    const [now, shown, index] = [opened.value, shownStep.value, selected.value];
    newest.current += 1;
    const turn = newest.current;
    if (!now || !shown || index === undefined) return;
    // Not for each position that a slider passes.
    const timer = setTimeout(() => {
      now.remote.ask("exchange", { options: shown.options, index }).then(
        (texts) => turn === newest.current && setState({ texts, index, error: "" }),
        (error: Error) => turn === newest.current && setState({ error: error.message }),
      );
    }, 60);
    return () => clearTimeout(timer);
  });
  return { texts: state.index === selected.value ? state.texts : undefined, error: state.error };
}
