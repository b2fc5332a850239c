// Where a session comes from, and what was found in it.
import { useEffect, useRef, useState } from "preact/hooks";
import { visible } from "tooltrim-view";
import { shown } from "../app/tabs.js";
import { counted, fileSize, number } from "../shared/dom.js";
import { OpenFile, useDrop } from "../shared/files.js";
import type { Input } from "../shared/inputs.js";
import type { Loaded } from "./engine.js";
import { EXAMPLES, exampleInput } from "./examples.js";
import { load } from "./load.js";
import { example, opened, problem, progress } from "./state.js";

/** UTF-16 units of the longest text that goes into the field: more than that makes it slow. */
const LONGEST = 100_000;

export const isShown = (): boolean => shown.peek() === "conversation";

/** Reads what a person gave. */
export async function take(input: Input): Promise<void> {
  await load(input);
}

export async function takeExample(name: string): Promise<void> {
  if (await load(await exampleInput(name))) example.value = name;
}

const given = (from: File | string): Input =>
  typeof from === "string" ? { name: "", content: from } : { name: from.name, content: from };

export function Source() {
  const [isPasting, setPasting] = useState(false);
  useDrop((dropped) => {
    if (isShown()) take(given(dropped));
  });
  usePaste((text) => take(given(text)));
  const now = opened.value;
  return (
    <section class="pane session" aria-labelledby="session-title">
      <div class="pane-head">
        <h2 id="session-title">Session</h2>
        <p class="pane-note" id="session-name">
          {now && named(now.input)}
        </p>
        <div class="buttons">
          <OpenFile onFile={(file) => take(given(file))} />
          <button type="button" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            Paste…
          </button>
        </div>
      </div>
      <p class="pane-line">
        <span>Try</span>
        {EXAMPLES.map(({ name, title }) => (
          <button key={name} type="button" class="link" onClick={() => takeExample(name)}>
            {title}
          </button>
        ))}
        <span>or drop a file: messages of any provider, or the log of a coding agent.</span>
      </p>
      {isPasting && <Field />}
      <p class="found" id="session-found" role="status">
        {progress.value ? `${progress.value.what} …` : now ? found(now.info) : "\u00a0"}
      </p>
      {now && <LeftOut info={now.info} />}
      <p class="error" role="alert">
        {problem.value && visible(problem.value)}
      </p>
      <progress
        class="reading"
        aria-label="Reading the session"
        value={progress.value?.share ?? 0}
        hidden={!progress.value}
      />
      <p class="drop-hint" aria-hidden="true">
        Drop to read it here
      </p>
    </section>
  );
}

/** A field to paste or type into. What is in it stays, whatever comes of it. */
function Field() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [hint, setHint] = useState("");
  useEffect(() => field.current?.focus(), []);
  const read = () => field.current && take(given(field.current.value));
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    event.stopPropagation();
    if (text.length > LONGEST) {
      event.preventDefault();
      setHint(`A text of ${number(text.length)} chars: it is read, but not displayed here.`);
      take(given(text));
    } else {
      setHint("");
      setTimeout(read);
    }
  };
  return (
    <div class="paste">
      <label for="session-text" class="unseen">
        Text of a session
      </label>
      <textarea
        ref={field}
        id="session-text"
        rows={6}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        placeholder='Paste messages or a log here: [{ "role": "user", "content": "…" }, …]'
        onPaste={paste}
      />
      <div class="paste-foot">
        <button type="button" onClick={read}>
          Read it
        </button>
        <span>{hint}</span>
      </div>
    </div>
  );
}

/** Calls back with a text that is pasted while no field has the focus. */
function usePaste(onText: (text: string) => void): void {
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!isShown() || (event.target as Element | null)?.closest?.("input, textarea, [contenteditable]")) return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData("text/plain");
      if (file) take(given(file));
      else if (text) latest.current(text);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);
}

const named = ({ name, content }: Input): string => {
  const size = typeof content === "string" ? `${number(content.length)} chars` : fileSize(content.size);
  return [visible(name), size].filter(Boolean).join(", ");
};

const AGENTS: Readonly<Record<NonNullable<Loaded["agent"]>, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  opencode: "opencode",
  "gemini-cli": "the Gemini CLI",
  pi: "pi",
  cline: "Cline",
  "swe-agent": "SWE-agent",
  openhands: "OpenHands",
  atif: "an agent (ATIF)",
};

const FORMATS: Readonly<Record<Loaded["format"], string>> = {
  "openai-chat": "OpenAI Chat Completions",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic Messages",
  gemini: "Gemini",
  "ai-sdk": "AI SDK",
  vscode: "VS Code",
};

/** `A log of Codex, read as OpenAI Responses: 300 messages, 150 calls (3 failed), 120,000 tokens`. */
function found({ agent, format, messages, inspection }: Loaded): string {
  const { calls, media, size } = inspection;
  const failed = calls.filter(({ isError }) => isError).length;
  const open = calls.filter(({ isAnswered }) => !isAnswered).length;
  const asides = [failed > 0 && `${number(failed)} failed`, open > 0 && `${number(open)} without a result`];
  const aside = asides.filter(Boolean).join(", ");
  const parts = [
    counted(messages, "messages"),
    counted(calls.length, "calls") + (aside && ` (${aside})`),
    ...(media > 0 ? [counted(media, "images or files")] : []),
    `${number(size.tokens)} tokens (est.)`,
    counted(size.chars, "chars"),
  ];
  const what = agent === null ? FORMATS[format] : `Log of ${AGENTS[agent]}, read as ${FORMATS[format]}`;
  return `${what}: ${parts.join(", ")}`;
}

function LeftOut({ info: { skipped, reasons } }: { info: Loaded }) {
  if (reasons.length === 0) return null;
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <details class="left-out">
      <summary>
        {counted(total, "entries").replace(/entrie$/, "entry")} in no message
        {skipped > 0 && `, ${number(skipped)} of them not understood`}
      </summary>
      <ul>
        {reasons.map(({ what, count, line }) => (
          <li key={what}>
            {number(count)} × {visible(what)}, first in line {number(line)}
          </li>
        ))}
      </ul>
    </details>
  );
}
