// The input pane: typed, pasted, dropped, opened or an example. A small text is edited in a text area over the view
// that shows what is omitted; any other text is only viewed.
import { byId, fileSize } from "../shared/dom.js";
import { exampleSource, firstExample } from "./examples.js";
import { showParts } from "./render.js";
import { fromFile, fromText, type Source } from "./source.js";
import { LARGE, type Part } from "./view.js";

const MOST_BYTES = 200_000_000;

/** A text on its way: `typed` stands in the text area already. */
export interface Loading {
  readonly name: string;
  readonly source: Promise<Source>;
  readonly typed?: boolean;
  readonly note?: string;
}

export class InputPane {
  readonly #load: (loading: Loading) => void;
  readonly #area = byId<HTMLTextAreaElement>("input-text");
  readonly #view = byId("input-view");
  readonly #message = byId("input-message");
  /** An example that nobody has changed: what is pasted replaces it. */
  #pristine = false;
  /** What is to be said of the text that is being pasted. */
  #note = "";

  constructor(load: (loading: Loading) => void) {
    this.#load = load;
    this.#area.addEventListener("input", () => this.#typed());
    // The text area is as high as the view; a browser may scroll it before that has grown.
    this.#area.addEventListener("scroll", () => this.#area.scrollTo(0, 0));
    document.addEventListener("paste", (event) => this.#paste(event));
    this.#listenForFiles();
    for (const button of document.querySelectorAll<HTMLElement>("[data-example]")) {
      button.addEventListener("click", () => this.#example(button.dataset.example ?? ""));
    }
    byId("clear").addEventListener("click", () => {
      this.#load({ name: "", source: fromText("") });
      this.#area.focus();
    });
  }

  start(): void {
    this.#example(firstExample);
  }

  /** Shows that a text has come. */
  loaded(source: Source, { name, typed, note }: Loading): void {
    const editable = source.text !== undefined && !source.text.includes("\r");
    byId("input-name").textContent = name;
    this.#area.hidden = !editable;
    // It scrolls, so the keyboard must reach it, in itself or in what it holds.
    if (editable) byId("input-scroller").removeAttribute("tabindex");
    else byId("input-scroller").tabIndex = 0;
    this.#view.ariaHidden = String(editable);
    if (!typed) {
      this.#area.value = editable ? (source.text ?? "") : "";
      byId("input-scroller").scrollTo(0, 0);
    }
    const notes = [note];
    if (!source.utf8) notes.push("This is not UTF-8: U+FFFD stands for what could not be read.");
    if (source.text === undefined)
      notes.push("A large text: all of it is trimmed, the ends of each part are displayed.");
    else if (!editable) notes.push("Not to be edited here: a text area would change CR and CRLF.");
    this.say(notes.filter(Boolean).join(" "));
  }

  show(parts: readonly Part[]): void {
    showParts(this.#view, parts);
    // Until now the text area has shown its own text: a page that fails to start still shows what is typed.
    this.#area.classList.add("over");
  }

  say(message: string): void {
    this.#message.textContent = message;
  }

  #typed(): void {
    this.#pristine = false;
    this.#load({ name: "", source: fromText(this.#area.value), typed: true, note: this.#note });
    this.#note = "";
  }

  #example(name: string): void {
    this.#load({ name, source: exampleSource(name) });
    this.#pristine = true;
  }

  #file(file: File | undefined): void {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      this.say(`${file.name} has ${fileSize(file.size)}; this page takes up to ${fileSize(MOST_BYTES)}.`);
      return;
    }
    this.#pristine = false;
    this.#load({ name: `${file.name}, ${fileSize(file.size)}`, source: fromFile(file) });
  }

  /** Anywhere but in the other fields. A large text must not come into the text area: the page would freeze. */
  #paste(event: ClipboardEvent): void {
    const { clipboardData: data, target } = event;
    if (!data || target instanceof HTMLInputElement) return;
    if (data.files.length > 0) {
      event.preventDefault();
      this.#file(data.files[0]);
      return;
    }
    const pasted = data.getData("text/plain");
    if (!pasted) return;
    const within = target === this.#area;
    if (within && this.#pristine) this.#area.select();
    if (!within) this.#area.value = "";
    const { value, selectionStart, selectionEnd } = this.#area;
    // As the text area would do it itself.
    const text = value.slice(0, selectionStart) + pasted.replace(/\r\n?/g, "\n") + value.slice(selectionEnd);
    const note = pasted.includes("\r") ? "Line ends were CRLF and are LF now; drop a file to keep them." : "";
    this.#note = note;
    // Left to the browser, so that it can be undone.
    if (within && text.length <= LARGE) return;
    event.preventDefault();
    this.#pristine = false;
    this.#note = "";
    this.#load({ name: "", source: fromText(text), note });
  }

  #listenForFiles(): void {
    const chooser = byId<HTMLInputElement>("file");
    byId("open").addEventListener("click", () => chooser.click());
    chooser.addEventListener("change", () => {
      this.#file(chooser.files?.[0]);
      // The same file may be chosen again.
      chooser.value = "";
    });
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const mark = (on: boolean) => document.body.classList.toggle("dropping", on);
    addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
    addEventListener("dragleave", (event) => {
      // Out of the window, not from one element to the next.
      if (!event.relatedTarget) mark(false);
    });
    addEventListener("drop", (event) => {
      mark(false);
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (!hasFiles(event) && text.length <= LARGE) return;
      event.preventDefault();
      if (hasFiles(event)) this.#file(event.dataTransfer?.files[0]);
      else this.#load({ name: "", source: fromText(text) });
      this.#pristine = false;
    });
  }
}
