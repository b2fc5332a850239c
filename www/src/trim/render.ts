// Parts of a text as elements.
import { counted, element } from "../shared/dom.js";
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

/** How much of the input is kept at each end, as a bar. */
export function showBar(bar: HTMLElement, shares: readonly [number, number, number]): void {
  const total = shares[0] + shares[1] + shares[2];
  for (const [index, share] of shares.entries()) {
    const piece = bar.children[index] as HTMLElement;
    piece.style.flexGrow = String(total === 0 ? 0 : share / total);
    // What is there is seen, be it one char of a million.
    piece.hidden = share === 0;
  }
  const percent = (share: number) => `${Math.round((share / (total || 1)) * 100)} %`;
  bar.ariaLabel =
    shares[1] === 0
      ? "Nothing is omitted"
      : `Kept: the first ${percent(shares[0])} and the last ${percent(shares[2])} of the input`;
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
