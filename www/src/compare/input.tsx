// The input of the comparison: what another tab has loaded, or one that is pasted, dropped, chosen or tried here.
import { useEffect, useRef, useState } from "preact/hooks";
import { fileSize } from "../shared/dom.js";
import { OpenFile } from "../shared/files.js";
import type { Input } from "../shared/inputs.js";
import { examples } from "./examples.js";
import type { Kind } from "./state.js";

/** UTF-16 units, or bytes of a file, that can be edited here. */
const EDITABLE = 100_000;

const PLACEHOLDER: Readonly<Record<Kind, string>> = {
  text: "Paste a tool’s output here, or drop a file anywhere on the page.",
  conversation: "Paste messages or a session log here, as JSON or JSON Lines, or drop a file anywhere on the page.",
};

interface Props {
  readonly of: Kind;
  readonly input: Input | undefined;
  readonly error: string;
  readonly about: string;
  readonly onInput: (input: Input) => void;
  readonly onExample: (name: string) => void;
}

export function InputPane({ of, input, error, about, onInput, onExample }: Props) {
  const [draft, setDraft] = useDraft(input, onInput);
  const size = input && (typeof input.content === "string" ? input.content.length : input.content.size);
  const large = draft === undefined && size !== undefined;
  const placeholder = large
    ? `${input?.name || "The pasted text"}, ${fileSize(size)}, is too long to edit here. What is pasted here replaces it.`
    : PLACEHOLDER[of];
  return (
    <section class="pane compare-input" aria-labelledby="compare-input-title">
      <div class="pane-head">
        <h2 id="compare-input-title">Input</h2>
        <p class="pane-note">{[input?.name || (size ? "pasted" : ""), about].filter(Boolean).join(" · ")}</p>
        <div class="buttons">
          <OpenFile onFile={(file) => onInput({ name: file.name, content: file })} />
        </div>
      </div>
      <p class="pane-line">
        <span>Try</span>
        {examples[of].map(({ name, title }) => (
          <button key={name} type="button" class="link" onClick={() => onExample(name)}>
            {title}
          </button>
        ))}
      </p>
      <textarea
        class="text"
        aria-label={of === "text" ? "Text to compare" : "Conversation to compare"}
        aria-describedby="compare-error"
        aria-invalid={error ? true : undefined}
        placeholder={placeholder}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={draft ?? ""}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      <p class="error" id="compare-error" role="alert">
        {error}
      </p>
    </section>
  );
}

/** The text as it is edited: none of a large one. What is typed becomes the input when typing pauses. */
function useDraft(input: Input | undefined, onInput: (input: Input) => void) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const timer = useRef(0);
  const own = useRef<Input | undefined>(undefined);
  useEffect(() => {
    if (input === own.current) return;
    clearTimeout(timer.current);
    const content = input?.content ?? "";
    if (typeof content === "string") return setDraft(content.length <= EDITABLE ? content : undefined);
    setDraft(undefined);
    if (content.size > EDITABLE) return;
    let isLatest = true;
    content.text().then((text) => isLatest && setDraft(text));
    return () => {
      isLatest = false;
    };
  }, [input]);
  const change = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      own.current = { name: "", content: text };
      if (text.length > EDITABLE) setDraft(undefined);
      onInput(own.current);
    }, 300);
  };
  return [draft, change] as const;
}
