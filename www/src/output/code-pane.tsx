// Code for exactly these settings, and links to them.
import { useEffect, useRef, useState } from "preact/hooks";
import { CopyButton } from "../shared/copy-button.js";
import { addressOf } from "../shared/hash.js";
import { LANGUAGES, type Language, typeScript } from "./code.js";
import type { codeIn } from "./code-others.js";
import { Segments } from "./fields.js";
import { type OutputModel, TAB } from "./model.js";
import { toOptions } from "./settings.js";

export function CodePane({ model }: { model: OutputModel }) {
  const [language, setLanguage] = useState<Language>("TypeScript");
  const utf8 = model.source.value?.utf8 ?? true;
  const [others, setOthers] = useState<{ readonly codeIn: typeof codeIn }>();
  const options = toOptions(model.settings.value);
  const code =
    language === "TypeScript" || !others ? typeScript(options, utf8) : others.codeIn(language, options, utf8);
  const choose = async (name: Language) => {
    if (name !== "TypeScript") setOthers(await import("./code-others.js"));
    setLanguage(name);
  };
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
          onChoose={(name) => choose(name as Language)}
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
