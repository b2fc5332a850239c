// The input: an editor, and all the ways in which a text comes.
import { useEffect, useRef } from "preact/hooks";
import { byId } from "../shared/dom.js";
import { Editor } from "../shared/editor/editor.js";
import type { TextPane } from "../shared/editor/pane.js";
import { OpenFile, useDrop } from "../shared/files.js";
import { Bar } from "./bar.js";
import { EXAMPLES } from "./examples.js";
import { exampleInput, fileInput, type Input, textInput } from "./input.js";
import { type OutputModel, TAB } from "./model.js";
import { LARGE } from "./view.js";

interface Props {
  readonly model: OutputModel;
  readonly onReady: (pane: TextPane) => void;
}

const NOTHING: readonly [] = [];

export function InputPane({ model, onReady }: Props) {
  const pane = useRef<TextPane | undefined>(undefined);
  const input = model.input.value;
  const shown = model.shown.value;
  const editable = model.source.value?.text !== undefined;
  const load = (next: Input) => model.load(next);
  const take = (given: File | string | undefined) => {
    if (byId(TAB).hidden || !given) return;
    try {
      load(typeof given === "string" ? textInput(given) : fileInput(given));
    } catch (error) {
      model.message.value = (error as Error).message;
    }
  };
  useDrop(take);
  usePaste(take);
  const paste = (pasted: string, { view }: TextPane): boolean => {
    if (!editable) {
      load(textInput(pasted));
      return true;
    }
    // An example that nobody has changed is in the way.
    if (EXAMPLES.some(({ file }) => file === model.input.value?.name)) pane.current?.selectAll();
    const { from, to } = view.state.selection.main;
    const { doc } = view.state;
    if (doc.length - (to - from) + pasted.length <= LARGE) return false;
    load(textInput(doc.sliceString(0, from) + pasted + doc.sliceString(to)));
    return true;
  };
  const clear = async () => {
    await load(textInput(""));
    pane.current?.focus();
  };
  return (
    <section class="pane input" aria-labelledby="input-title">
      <div class="pane-head">
        <h2 id="input-title">Input</h2>
        <p class="pane-note" id="input-name">
          {input?.name}
        </p>
        <div class="buttons">
          <OpenFile onFile={take} />
          <button type="button" id="clear" onClick={clear}>
            Clear
          </button>
        </div>
      </div>
      <p class="pane-line examples">
        <span>Try</span>
        {EXAMPLES.map((example) => (
          <button key={example.file} type="button" class="link" onClick={() => load(exampleInput(example))}>
            {example.title}
          </button>
        ))}
      </p>
      <Bar outcome={model.current.value?.outcome} />
      <Editor
        id="input-view"
        label="Text of the input"
        placeholder="Paste a tool's output here, or drop a file anywhere on the page."
        parts={shown?.outcome.input ?? NOTHING}
        editable={editable}
        typed={input?.typed ?? false}
        onEdit={(text) => load(textInput(text, { typed: true }))}
        onPaste={paste}
        onReady={(made) => {
          pane.current = made;
          onReady(made);
        }}
      />
      <p class="drop-hint" aria-hidden="true">
        Drop to read it here
      </p>
      <Progress model={model} />
      <p class="message" id="input-message" role="status">
        {model.message.value}
      </p>
    </section>
  );
}

/** While a file is read. */
function Progress({ model }: { model: OutputModel }) {
  const share = model.progress.value;
  if (share === undefined) return null;
  const percent = Math.round(share * 100);
  return (
    <p class="progress">
      <progress max={100} value={percent} aria-label="Reading the file" /> <span>{percent} %</span>
    </p>
  );
}

/** Anywhere on the page but in its fields; the editor has a way of its own. */
function usePaste(take: (given: File | string | undefined) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: data, target } = event;
      if (!data || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      const file = data.files[0];
      if (!file && event.defaultPrevented) return;
      const given = file ?? data.getData("text/plain");
      if (given) event.preventDefault();
      latest.current(given);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}
