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
  const scroller = view.parentElement;
  const cut = view.querySelector<HTMLElement>(".marker, .omitted");
  if (!scroller || !cut) return;
  // Of an omitted part, the start; or its end, when only the tail is kept.
  const fromStart = cut.previousSibling !== null;
  const last = [...view.querySelectorAll<HTMLElement>(".omitted")].at(-1) ?? cut;
  const top = fromStart || cut.matches(".marker") ? cut.offsetTop : last.offsetTop + last.offsetHeight;
  scroller.scrollTop = top - view.offsetTop - scroller.clientHeight * 0.4;
}
