// Two panes that scroll in step: what is moved by hand moves the other to the place that shows the same.
import type { TextPane } from "./pane.js";

/** The place in the other text; `from` is 0 for the first pane, 1 for the second. */
export type Across = (place: number, from: 0 | 1) => number;

/** The height in a pane, as a share, at which both show the same. */
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
      scrollTo(this.#panes[0], first);
      scrollTo(this.#panes[1], second);
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
    scrollTo(this.#panes[other], this.#across(placeAt(this.#panes[moved]), moved));
  }
}

/** The place at the anchor. */
function placeAt(pane: TextPane): number {
  const { view } = pane;
  const { scrollTop, clientHeight } = view.scrollDOM;
  const height = scrollTop + clientHeight * ANCHOR - view.documentPadding.top;
  const block = view.lineBlockAtHeight(height);
  const share = Math.min(Math.max((height - block.top) / block.height, 0), 1);
  return pane.place(block.from + share * block.length);
}

function scrollTo(pane: TextPane, place: number): void {
  const { view } = pane;
  const at = Math.min(Math.max(pane.displayed(place), 0), view.state.doc.length);
  const block = view.lineBlockAt(Math.floor(at));
  const share = block.length > 0 ? (at - block.from) / block.length : 0;
  const height = block.top + Math.min(share, 1) * block.height + view.documentPadding.top;
  view.scrollDOM.scrollTop = height - view.scrollDOM.clientHeight * ANCHOR;
}
