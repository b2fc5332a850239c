// The overview of all exchanges: clicked, or walked with the arrow keys.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type ExchangeRow,
  grouped,
  RUNGS,
  STALE_WORDS,
  shortened,
  visible,
} from "tooltrim-view";
import { isOn, matches } from "./filter.js";
import { RungMark, Square } from "./marks.js";
import { choose, walk } from "./selection.js";
import { filter, opened, rows, selected } from "./state.js";
import { BARS, FAILED_LANE, HEIGHT, RUNG_LANE, STALE_LANE, stripPaths } from "./strip-paths.js";

/** What is said of an exchange in one line. */
export function described(row: ExchangeRow): string {
  const { index, name, subject, rung, isError, stale, charsBefore, charsAfter } = row;
  return [
    `${grouped(index + 1)}: ${visible(shortened(name, 60))}${subject ? ` ${visible(shortened(subject, 80))}` : ""}`,
    rung,
    `${grouped(charsBefore)} → ${grouped(charsAfter)} chars`,
    isError ? "failed" : "",
    stale ? STALE_WORDS[stale] : "",
  ]
    .filter(Boolean)
    .join(", ");
}

export function Strip() {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [all, only] = [rows.value, filter.value];
  const paths = useMemo(() => stripPaths(all, width, (row) => matches(row, only)), [all, width, only]);
  const current = selected.value;
  const now = current === undefined ? undefined : all[current];
  const count = opened.value?.info.exchanges.length ?? 0;
  const slot = width / Math.max(Math.ceil(count / paths.perBar), 1);

  const at = (event: PointerEvent) => {
    const { left, width: wide } = (event.currentTarget as Element).getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / wide) * Math.ceil(count / paths.perBar)) * paths.perBar;
    choose(nearest(Math.min(Math.max(index, 0), count - 1)));
  };
  // Of several exchanges in a bar, or with a filter: the next one that is listed.
  const nearest = (index: number) =>
    isOn(only) ? ((all.slice(index).find((row) => matches(row, only)) ?? all[index])?.index ?? index) : index;

  return (
    <>
      <div
        ref={frame}
        class="strip"
        role="slider"
        tabIndex={count > 0 ? 0 : -1}
        aria-label="Exchanges"
        aria-valuemin={1}
        aria-valuemax={Math.max(count, 1)}
        aria-valuenow={(current ?? 0) + 1}
        aria-valuetext={now ? described(now) : "none chosen"}
        onKeyDown={(event) => walk(event)}
        onPointerDown={(event) => {
          if (event.button !== 0 || count === 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          at(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && at(event)}
      >
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${Math.max(width, 1)} ${HEIGHT}`} aria-hidden="true">
          <path class="strip-before" d={paths.before} />
          {CATEGORIES.map((name) => (
            <path key={name} class={`c-${name}`} d={paths.after[name]} />
          ))}
          <path class="v-base" d={`M0 ${BARS + 0.5}H${width}`} />
          {RUNGS.map((rung) => (
            <path key={rung} class="rung-level" d={paths.rungs[rung]} />
          ))}
          <path class="s-failed" d={paths.failed} />
          <path class="s-stale" d={paths.stale} />
          {current !== undefined && (
            <rect
              class="strip-current"
              x={Math.floor(current / paths.perBar) * slot - 1}
              y={0.5}
              width={Math.max(slot, 3) + 2}
              height={HEIGHT - 1}
              rx={2}
            />
          )}
        </svg>
      </div>
      <Legend perBar={paths.perBar} />
    </>
  );
}

function Legend({ perBar }: { perBar: number }) {
  const used = new Set(rows.value.map(({ category }) => category));
  return (
    <ul class="strip-legend" aria-label="Colours of the overview">
      {CATEGORIES.filter((name) => used.has(name)).map((name) => (
        <li key={name}>
          <Square name={`c-${name}`} />
          {CATEGORY_NAMES[name].toLowerCase()}
        </li>
      ))}
      <li>
        <Square name="strip-before" />
        left out
      </li>
      {RUNGS.map((rung) => (
        <li key={rung}>
          <RungMark rung={rung} />
        </li>
      ))}
      <li>
        <Square name="s-failed" />
        failed
      </li>
      <li>
        <Square name="s-stale" />
        out of date
      </li>
      {perBar > 1 && <li>{grouped(perBar)} calls a bar</li>}
    </ul>
  );
}

/** Names of the lanes, beside them. */
export function Lanes() {
  const lanes = [
    ["√ size", 0, BARS],
    ["rung", RUNG_LANE.top, RUNG_LANE.height],
    ["failed", FAILED_LANE.top, FAILED_LANE.height],
    ["out of date", STALE_LANE.top, STALE_LANE.height],
  ] as const;
  return (
    <svg class="strip-lanes" width="78" height={HEIGHT} viewBox={`0 0 78 ${HEIGHT}`} aria-hidden="true">
      {lanes.map(([name, top, height]) => (
        <text key={name} x={70} y={top + height / 2 + 4}>
          {name}
        </text>
      ))}
    </svg>
  );
}

function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
