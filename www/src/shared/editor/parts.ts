// The parts of a text as decorations.
import { type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { counted } from "../dom.js";

/** A run of text, or of UTF-16 units that are not displayed. */
export type Part =
  | { readonly kind: string; readonly text: string }
  | { readonly kind: string; readonly hidden: number };

const setMarks = StateEffect.define<DecorationSet>();

export const partsField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects }) {
    for (const effect of effects) if (effect.is(setMarks)) return effect.value;
    return marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Gap extends WidgetType {
  readonly #hidden: number;

  constructor(hidden: number) {
    super();
    this.#hidden = hidden;
  }

  override eq(other: Gap): boolean {
    return other.#hidden === this.#hidden;
  }

  override toDOM(): HTMLElement {
    const gap = document.createElement("span");
    gap.className = "gap";
    gap.textContent = `${counted(this.#hidden, "UTF-16 units")} not displayed`;
    return gap;
  }
}

const inline: Readonly<Record<string, Decoration>> = {
  omitted: Decoration.mark({ class: "omitted" }),
  rescued: Decoration.mark({ class: "rescued" }),
  marker: Decoration.mark({ tagName: "mark", class: "marker" }),
};
const rescuedLine = Decoration.line({ class: "rescued-line" });

/** Lines that get a mark at their edge. */
const MOST_LINES = 5000;

/** Marks the parts of this document. */
export function markParts(parts: readonly Part[], doc: Text): StateEffect<DecorationSet> {
  const marks: Range<Decoration>[] = [];
  let at = 0;
  let lines = 0;
  for (const part of parts) {
    if ("hidden" in part) {
      marks.push(Decoration.widget({ widget: new Gap(part.hidden), side: 1 }).range(at));
      continue;
    }
    const end = at + part.text.length;
    const mark = inline[part.kind];
    if (mark && end > at) marks.push(mark.range(at, end));
    if (part.kind === "rescued") {
      for (let from = at; from < end && lines < MOST_LINES; lines += 1) {
        const line = doc.lineAt(from);
        marks.push(rescuedLine.range(line.from));
        from = line.to + 1;
      }
    }
    at = end;
  }
  return setMarks.of(Decoration.set(marks, true));
}
