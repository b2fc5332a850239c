// The exchanges as rows. Only those that can be seen are in the page.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CATEGORY_NAMES, Dot, type ExchangeRow, grouped, isPath, shortened, visible } from "tooltrim-view";
import { isOn, NO_FILTER } from "./filter.js";
import { RungMark, StateMarks } from "./marks.js";
import { choose, walk } from "./selection.js";
import { filter, filtered, largest, rows, selected } from "./state.js";

/** Rows above and below what can be seen, so that scrolling shows no gap. */
const SPARE = 8;

const idOf = (index: number) => `exchange-${index}`;

export function List() {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight(scroller);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState(600);
  const list = filtered.value;
  const current = selected.value;
  const place = current === undefined ? -1 : list.findIndex(({ index }) => index === current);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || place < 0) return;
    const [from, to] = [place * height, (place + 1) * height];
    if (from < element.scrollTop) element.scrollTop = Math.max(from - height, 0);
    else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight + height;
    setTop(element.scrollTop);
  }, [place, height]);

  const first = Math.max(Math.floor(top / height) - SPARE, 0);
  const last = Math.min(Math.ceil((top + room) / height) + SPARE, list.length);
  const most = largest.value;
  return (
    <div
      ref={scroller}
      class="exchange-list"
      id="exchange-list"
      role="listbox"
      tabIndex={0}
      aria-label="Exchanges, one a line"
      aria-activedescendant={place >= first && place < last ? idOf(current ?? 0) : undefined}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={walk}
    >
      {list.length === 0 && <Nothing />}
      <div class="exchange-rows" role="presentation" style={{ height: `${list.length * height}px` }}>
        {list.slice(first, last).map((row, at) => (
          <Row
            key={row.index}
            row={row}
            top={(first + at) * height}
            most={most}
            isCurrent={row.index === current}
            place={first + at + 1}
            count={list.length}
          />
        ))}
      </div>
    </div>
  );
}

function Nothing() {
  if (rows.value.length === 0) return <p class="nothing">The session has no calls of tools.</p>;
  return (
    <p class="nothing">
      No exchange is like that.{" "}
      {isOn(filter.value) && (
        <button
          type="button"
          class="link"
          onClick={() => {
            filter.value = NO_FILTER;
          }}
        >
          Show all
        </button>
      )}
    </p>
  );
}

interface RowProps {
  readonly row: ExchangeRow;
  readonly top: number;
  readonly most: number;
  readonly isCurrent: boolean;
  readonly place: number;
  readonly count: number;
}

function Row({ row, top, most, isCurrent, place, count }: RowProps) {
  const { index, name, category, subject, rung, reason, charsBefore, charsAfter } = row;
  // As in the overview.
  const wide = (chars: number) => `${Math.sqrt(chars / most) * 100}%`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the list has the focus and the keys
    <div
      id={idOf(index)}
      class="exchange-row"
      role="option"
      aria-selected={isCurrent}
      aria-posinset={place}
      aria-setsize={count}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => choose(isCurrent ? undefined : index)}
    >
      <span class="x-number">{grouped(index + 1)}</span>
      <span class="x-tool" title={visible(name)}>
        <Dot name={`c-${category}`} />
        <span class="unseen">{CATEGORY_NAMES[category]}: </span>
        {visible(shortened(name, 60))}
      </span>
      <Subject text={subject} />
      <span class="x-state">
        <StateMarks {...row} />
      </span>
      <span class="x-rung">
        <RungMark rung={rung} />
      </span>
      <span class="x-reason">{visible(reason)}</span>
      <span class="x-bar" aria-hidden="true">
        <i class="x-before" style={{ width: wide(charsBefore) }} />
        <i class={`x-after c-${category}`} style={{ width: wide(charsAfter) }} />
      </span>
      <span class="x-chars">
        {charsBefore === charsAfter ? grouped(charsAfter) : `${grouped(charsBefore)} → ${grouped(charsAfter)}`}
      </span>
    </div>
  );
}

/** Of a path, the end is what tells. */
function Subject({ text }: { readonly text: string | null }) {
  const shown = text === null ? "" : visible(shortened(text, 200));
  return (
    <code class="x-subject" dir={text !== null && isPath(text) ? "rtl" : undefined} title={shown}>
      <bdi dir="ltr">{shown}</bdi>
    </code>
  );
}

/** The height of a row is the style sheet's: on a phone a row has two lines. */
function useRowHeight(ref: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(36);
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (element) setHeight(Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || 36);
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [ref]);
  return height;
}
