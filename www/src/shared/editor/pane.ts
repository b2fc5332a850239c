// A text in CodeMirror, some of its parts marked by their kind, others not displayed. Places outside are those of the
// whole text, in UTF-16 units.
import { Annotation, Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import { EditorView, highlightSpecialChars, type KeyBinding, keymap, placeholder } from "@codemirror/view";
import { markParts, type Part, partsField } from "./parts.js";
import { look } from "./theme.js";

export interface PaneOptions {
  readonly label: string;
  readonly placeholder?: string;
  /** Called for each change that a person makes. */
  readonly onEdit?: (text: string) => void;
  /** Asked before a text is pasted; true when it is taken elsewhere. */
  readonly onPaste?: (pasted: string, pane: TextPane) => boolean;
}

/** What the page itself puts in. */
const own = Annotation.define<boolean>();

export class TextPane {
  readonly view: EditorView;
  readonly #mode = new Compartment();
  readonly #commands = new Compartment();
  readonly #options: PaneOptions;
  #parts: readonly Part[] = [];
  #editable: boolean | undefined;

  constructor(host: HTMLElement, options: PaneOptions) {
    this.#options = options;
    // Inside a shadow root, styles are adopted: the page's policy allows no style elements.
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const extensions: Extension[] = [
      // Only LF, so that every place stays what it is in the text; CR is a char like others.
      EditorState.lineSeparator.of("\n"),
      EditorView.lineWrapping,
      look,
      partsField,
      this.#mode.of([]),
      keymap.of(KEYS),
      this.#commands.of(EMPTY),
      highlightSpecialChars({ specialChars: SPECIAL, render: specialChar }),
      placeholder(options.placeholder ?? ""),
      EditorView.domEventHandlers({
        focus: () => this.#loadCommands(),
        paste: (event) => this.#paste(event),
        // The page takes files, wherever they are dropped.
        drop: (event) => event.dataTransfer?.types.includes("Files") ?? false,
      }),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (docChanged && !transactions.some((one) => one.annotation(own))) options.onEdit?.(state.doc.toString());
      }),
    ];
    this.view = new EditorView({ state: EditorState.create({ extensions }), parent: root, root });
    // For tests and the console: the document holds more than is laid out.
    Object.assign(host, { pane: this });
    this.#setMode(false);
  }

  /** The text as it stands here: without what is not displayed. */
  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Where what is displayed is marked as of this kind. */
  marked(kind: string): [from: number, to: number][] {
    const found: [number, number][] = [];
    this.view.state.field(partsField).between(0, this.view.state.doc.length, (from, to, { spec }) => {
      if (spec.class === kind) found.push([from, to]);
    });
    return found;
  }

  /** `typed` says that the text comes from here: a newer one is left alone. */
  show(parts: readonly Part[], editable: boolean, typed: boolean): void {
    const text = parts.map((part) => ("text" in part ? part.text : "")).join("");
    const same = text === this.text;
    if (typed && !same) return;
    this.#parts = parts;
    this.#setMode(editable);
    if (!same) {
      this.view.dispatch({
        changes: { from: 0, to: this.view.state.doc.length, insert: this.view.state.toText(text) },
        selection: { anchor: 0 },
        annotations: [own.of(true), Transaction.addToHistory.of(false)],
      });
    }
    this.view.dispatch({ effects: markParts(parts, this.view.state.doc) });
  }

  focus(): void {
    this.view.focus();
  }

  /** Selects all, so that what is pasted or typed replaces it. */
  selectAll(): void {
    this.view.dispatch({ selection: { anchor: 0, head: this.view.state.doc.length } });
  }

  clear(): void {
    this.show([], true, false);
  }

  destroy(): void {
    this.view.destroy();
  }

  /** A place of the text in what is displayed. */
  displayed(place: number): number {
    let [whole, here] = [0, 0];
    for (const part of this.#parts) {
      const units = "text" in part ? part.text.length : part.hidden;
      const room = "text" in part ? units : 0;
      if (place <= whole + units) return here + Math.min(place - whole, room);
      whole += units;
      here += room;
    }
    return here;
  }

  /** The reverse. */
  place(displayed: number): number {
    let [whole, here] = [0, 0];
    for (const part of this.#parts) {
      const units = "text" in part ? part.text.length : part.hidden;
      const room = "text" in part ? units : 0;
      if (displayed <= here + room) return whole + (displayed - here);
      whole += units;
      here += room;
    }
    return whole;
  }

  #setMode(editable: boolean): void {
    if (this.#editable === editable) return;
    this.#editable = editable;
    // It scrolls, so the keyboard must reach it, editable or not.
    const attributes = { "aria-label": this.#options.label, autocapitalize: "off", tabindex: "0" };
    this.view.dispatch({
      effects: this.#mode.reconfigure([
        EditorState.readOnly.of(!editable),
        EditorView.editable.of(editable),
        EditorView.contentAttributes.of(attributes),
      ]),
    });
  }

  /** Undo and the keys of the platform: when somebody begins to write. */
  #loadCommands(): void {
    if (!this.#editable || this.#commands.get(this.view.state) !== EMPTY) return;
    import("@codemirror/commands").then(({ defaultKeymap, history, historyKeymap }) => {
      this.view.dispatch({
        effects: this.#commands.reconfigure([history(), keymap.of([...historyKeymap, ...defaultKeymap])]),
      });
    });
  }

  #paste(event: ClipboardEvent): boolean {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    return pasted !== "" && (this.#options.onPaste?.(pasted, this) ?? false);
  }
}

const EMPTY: Extension = [];

/** As the text's other line breaks. */
function lineBreak(view: EditorView): boolean {
  if (view.state.readOnly) return false;
  const crlf = view.state.doc.lines > 1 && view.state.doc.line(1).text.endsWith("\r");
  view.dispatch(view.state.replaceSelection(crlf ? "\r\n" : "\n"), { userEvent: "input", scrollIntoView: true });
  return true;
}

const moveTo =
  (end: boolean) =>
  (view: EditorView): boolean => {
    if (view.state.readOnly) return false;
    view.dispatch({ selection: { anchor: end ? view.state.doc.length : 0 }, scrollIntoView: true });
    return true;
  };

/** Before the keys of the platform are there: a browser would do these with what is laid out only. */
const KEYS: readonly KeyBinding[] = [
  { key: "Enter", run: lineBreak },
  { key: "Mod-Home", mac: "Cmd-ArrowUp", run: moveTo(false) },
  { key: "Mod-End", mac: "Cmd-ArrowDown", run: moveTo(true) },
  {
    key: "Mod-a",
    run(view) {
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
      return true;
    },
  },
];

/** What would not be seen: control chars, and a CR that does not end a line. */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: to find control characters is what it is for
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffc]|\r(?!$)/g;

function specialChar(code: number, description: string | null): HTMLElement {
  const shown = document.createElement("span");
  shown.className = "special";
  const name = description ?? `control char ${code}`;
  shown.title = name;
  shown.ariaLabel = name;
  shown.role = "img";
  // Unicode has pictures of the first ones.
  shown.textContent = code < 32 ? String.fromCodePoint(0x2400 + code) : code === 127 ? "\u2421" : "\u2022";
  return shown;
}
