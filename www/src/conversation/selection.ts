// Which exchange is looked into, and the keys that move there: the same in the overview, the list and the panel.
import { filtered, selected } from "./state.js";

/** Rows that a page key moves by. */
const PAGE = 10;

export function choose(index: number | undefined): void {
  selected.value = index;
}

/** Moves among those that are listed. */
export function move(by: number): void {
  const list = filtered.peek();
  const current = selected.peek();
  if (list.length === 0) return;
  const at = current === undefined ? (by > 0 ? -1 : list.length) : placeOf(current, by);
  choose(list[Math.min(Math.max(at + by, 0), list.length - 1)]?.index);
}

/** The place of an exchange in the list; of one that is not listed, the gap where it would be. */
function placeOf(index: number, by: number): number {
  const list = filtered.peek();
  const next = list.findIndex((row) => row.index >= index);
  if (list[next]?.index === index) return next;
  const gap = next === -1 ? list.length : next;
  return by > 0 ? gap - 1 : gap;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Obeys the arrow keys, and those for pages and ends; Enter goes into the panel, Escape closes it. */
export function walk(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = STEPS[event.key];
  if (by !== undefined) move(by);
  else if (event.key === "Escape" && selected.peek() !== undefined) choose(undefined);
  else if (event.key === "Enter" && selected.peek() !== undefined) document.getElementById("exchange-title")?.focus();
  else return;
  event.preventDefault();
}
