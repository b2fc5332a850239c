// Two panes that scroll in step: what is moved by hand moves the other to the place that shows the same.
import type { TextPane } from "./pane.js";

/** The place in the other text; `from` is 0 for the first pane, 1 for the second. */
export type Across = (place: number, from: 0 | 1) => number;

/** The height, as a share of the lower pane, at which both show the same. */
const ANCHOR = 0.4;
const [LEAST_FRAMES, MOST_FRAMES] = [3, 10];

export class InStep {
  readonly #panes: readonly [TextPane, TextPane];
  readonly #controller = new AbortController();
  #across: Across | undefined;
  /** The pane that a person moves. The other one only follows, so that neither answers the other. */
  #moved: 0 | 1 | undefined;
  #frame = 0;

  constructor(first: TextPane, second: TextPane) {
    this.#panes = [first, second];
    for (const own of [0, 1] as const) {
      const { scrollDOM } = this.#panes[own].view;
      const options = { signal: this.#controller.signal, passive: true };
      const moves = () => {
        this.#moved = own;
      };
      for (const event of ["wheel", "pointerdown", "touchstart", "keydown"]) {
        scrollDOM.addEventListener(event, moves, options);
      }
      scrollDOM.addEventListener("scroll", () => this.#moved === own && this.#follow(), options);
    }
  }

  /** Where places belong together from now on. */
  set across(across: Across | undefined) {
    this.#across = across;
  }

  /** Moves both so that these places stand at the same height. */
  reveal(first: number, second: number): void {
    this.#moved = undefined;
    this.#settle(() => {
      const anchor = this.#anchor();
      scrollTo(this.#panes[0], anchor, first);
      scrollTo(this.#panes[1], anchor, second);
    });
  }

  stop(): void {
    this.#controller.abort();
    cancelAnimationFrame(this.#frame);
  }

  #follow(): void {
    this.#settle(() => this.#align());
  }

  /** Does it until nothing moves any more: heights of lines that were never laid out are estimates. */
  #settle(move: () => void): void {
    cancelAnimationFrame(this.#frame);
    const moved = this.#moved;
    const tops = () => this.#panes.map(({ view }) => Math.round(view.scrollDOM.scrollTop)).join();
    let left = MOST_FRAMES;
    const step = () => {
      if (this.#moved !== moved) return;
      const before = tops();
      move();
      left -= 1;
      if (left > 0 && (tops() !== before || left > MOST_FRAMES - LEAST_FRAMES))
        this.#frame = requestAnimationFrame(step);
    };
    step();
  }

  #align(): void {
    const moved = this.#moved;
    if (moved === undefined || !this.#across) return;
    const other = moved === 0 ? 1 : 0;
    const anchor = this.#anchor();
    const [place, above] = placeAt(this.#panes[moved], anchor);
    scrollTo(this.#panes[other], anchor, this.#across(place, moved), above);
  }

  /** The height in both, in pixels: one of them may be higher. */
  #anchor(): number {
    return ANCHOR * Math.min(...this.#panes.map(({ view }) => view.scrollDOM.clientHeight));
  }
}

/** The place at the anchor, and how many pixels of its line are above. */
function placeAt(pane: TextPane, anchor: number): [place: number, above: number] {
  const { view } = pane;
  const { left } = view.contentDOM.getBoundingClientRect();
  const y = view.scrollDOM.getBoundingClientRect().top + anchor;
  const at = view.posAtCoords({ x: left + 1, y }, false);
  const line = view.coordsAtPos(at, 1);
  const above = line ? Math.min(Math.max(y - line.top, 0), view.defaultLineHeight) : 0;
  return [pane.place(at), above];
}

function scrollTo(pane: TextPane, anchor: number, place: number, above = 0): void {
  const { view } = pane;
  const at = Math.floor(Math.min(Math.max(pane.displayed(place), 0), view.state.doc.length));
  const line = view.coordsAtPos(at, 1);
  if (line) {
    view.scrollDOM.scrollTop += line.top + above - view.scrollDOM.getBoundingClientRect().top - anchor;
    return;
  }
  // Not laid out there yet: about where it is.
  const block = view.lineBlockAt(at);
  const share = block.length > 0 ? (at - block.from) / block.length : 0;
  const height = block.top + share * block.height + view.documentPadding.top;
  view.scrollDOM.scrollTop = height - anchor;
}
