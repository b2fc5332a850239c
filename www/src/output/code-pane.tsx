// Code for exactly these settings, and links to them.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TrimOptions } from "tooltrim/text";
import { CopyButton } from "../shared/copy-button.js";
import { addressOf } from "../shared/hash.js";
import { LANGUAGES, type Language, typeScript } from "./code.js";
import type * as codeRustPython from "./code-rust-python.js";
import { Segments } from "./fields.js";
import { type OutputModel, TAB } from "./model.js";
import { toOptions } from "./settings.js";

export function CodePane({ model }: { model: OutputModel }) {
  const [language, setLanguage] = useState<Language>("TypeScript");
  const utf8 = model.source.value?.utf8 ?? true;
  const [others, setOthers] = useState<typeof codeRustPython | "failed">();
  useEffect(() => {
    if (language === "TypeScript" || typeof others === "object") return;
    import("./code-rust-python.js").then(setOthers, () => setOthers("failed"));
  }, [language]);
  const code = codeOf(language, others, toOptions(model.settings.value), utf8);
  return (
    <section class="pane code" aria-labelledby="code-title">
      <div class="pane-head">
        <h2 id="code-title">In code</h2>
        <Segments
          legend="Language"
          quiet
          name="language"
          value={language}
          choices={LANGUAGES.map((name) => [name, name])}
          onChoose={(name) => setLanguage(name as Language)}
        />
        <div class="buttons">
          <CopyButton label="Copy code" text={() => code} />
          <ShareButton model={model} />
        </div>
      </div>
      <pre id="code">{code}</pre>
    </section>
  );
}

/** Returns nothing while the code for the language is on its way. */
function codeOf(
  language: Language,
  others: typeof codeRustPython | "failed" | undefined,
  options: TrimOptions,
  utf8: boolean,
): string {
  if (language === "TypeScript") return typeScript(options, utf8);
  if (others === "failed") return `The code in ${language} could not be loaded. Is there a connection?`;
  return others?.codeIn(language, options, utf8) ?? "";
}

/** Two kinds of links; what one would be is only made when it is asked for. */
function ShareButton({ model }: { model: OutputModel }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [said, setSaid] = useState("");
  const close = () => {
    if (menu.current) menu.current.open = false;
    setSaid("");
  };
  useEffect(() => {
    const outside = ({ target }: Event) => {
      if (menu.current?.open && !menu.current.contains(target as Node)) close();
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, []);
  const withInput = async () => {
    try {
      return await (await import("./links.js")).linkWithInput(model);
    } catch (error) {
      setSaid((error as Error).message);
      throw error;
    }
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    close();
    menu.current.querySelector("summary")?.focus();
  };
  return (
    <details class="menu" ref={menu} onKeyDown={key}>
      <summary>Share a link</summary>
      <div class="menu-list">
        <CopyButton label="Copy link with settings" text={() => addressOf(TAB, model.parameters())} />
        <CopyButton label="Copy link with settings and input" text={withInput} />
        <p class="menu-note" role="status">
          {said || "The input goes into the link itself, compressed; it is sent to no server."}
        </p>
      </div>
    </details>
  );
}
