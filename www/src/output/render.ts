// Parts of a text as elements.
import { counted, element } from "../shared/dom.js";
import type { Share } from "./engine.js";
import type { Part } from "./view.js";

export function showParts(view: HTMLElement, parts: readonly Part[]): void {
  view.replaceChildren(...parts.map(node));
}

function node(part: Part): Node {
  if ("hidden" in part)
    return element("span", `gap ${part.kind}`, `${counted(part.hidden, "UTF-16 units")} not displayed`);
  if (part.kind === "kept") return document.createTextNode(part.text);
  return element(part.kind === "marker" ? "mark" : "span", part.kind, part.text);
}

/** So many pieces a bar can show. */
const MOST_PIECES = 120;

/** What is kept of the input, as a bar. What is there is seen, be it one char of a million. */
export function showBar(bar: HTMLElement, shares: readonly Share[]): void {
  const total = shares.reduce((sum, [, units]) => sum + units, 0);
  bar.replaceChildren(
    ...shares.slice(0, MOST_PIECES).map(([kind, units]) => {
      const piece = element("i", kind, "");
      piece.style.flexGrow = String(units / total);
      return piece;
    }),
  );
  const share = (end: Share | undefined) => `${Math.round(((end?.[0] === "kept" ? end[1] : 0) / total) * 100)} %`;
  const rescued = shares.filter(([kind]) => kind === "rescued").length;
  const ends = `the first ${share(shares[0])} and the last ${share(shares.at(-1))} of the input`;
  bar.ariaLabel = shares.some(([kind]) => kind === "omitted")
    ? `Kept: ${ends}${rescued ? `, and ${counted(rescued, "places")} between` : ""}`
    : "Nothing is omitted";
}

/** Scrolls a view so that the cut stands a little above its middle: where the options show what they do. */
export function showCut(view: HTMLElement): void {
  const scroller = view.parentElement as HTMLElement;
  const [first, ...others] = view.querySelectorAll<HTMLElement>(".marker, .omitted");
  scroller.scrollTop = first ? cutTop(first, others.at(-1) ?? first) - scroller.clientHeight * 0.4 : 0;
}

/** Of a marker or an omitted part, its start; its end, when nothing is kept before it. */
function cutTop(first: HTMLElement, last: HTMLElement): number {
  const before = first.previousSibling !== null || first.matches(".marker");
  return before ? first.offsetTop : last.offsetTop + last.offsetHeight;
}
