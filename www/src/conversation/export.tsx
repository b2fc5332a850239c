// What a person takes away: the code for these settings, a link, the compacted session, the report.
import { useState } from "preact/hooks";
import { CopyButton } from "../shared/copy-button.js";
import { addressOf } from "../shared/hash.js";
import { LONGEST_LINK, packed } from "../shared/share.js";
import { toCode } from "./code.js";
import { linkState, opened, options, TAB } from "./state.js";

export function Export() {
  const [said, setSaid] = useState("");
  const current = options.value;
  const isReady = current !== undefined;
  const save = async (what: "session" | "report") => {
    const now = opened.peek();
    const asked = options.peek();
    if (!now || !asked) return;
    try {
      const blob = await now.remote.ask("write", { options: asked, what });
      download(blob, fileName(now.input.name, what));
      setSaid("");
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  const withSession = async () => {
    const input = opened.peek()?.input.content ?? "";
    const state = linkState();
    state.delete("example");
    state.set("input", await packed(typeof input === "string" ? input : await input.text()));
    const link = addressOf(TAB, state);
    if (link.length > LONGEST_LINK) {
      setSaid(
        `With the session the link would have ${link.length.toLocaleString("en-US")} chars; more than ${LONGEST_LINK.toLocaleString("en-US")} are cut off by many programs. Save the session and share the file instead.`,
      );
      throw new Error("too long");
    }
    setSaid("");
    return link;
  };
  return (
    <section class="pane code conversation-code" aria-labelledby="conversation-code-title">
      <div class="pane-head">
        <h2 id="conversation-code-title">In code</h2>
        <div class="buttons">
          <CopyButton label="Copy code" disabled={!isReady} text={() => (current ? toCode(current) : "")} />
          <CopyButton label="Copy link" text={() => addressOf(TAB, linkState())} />
          <CopyButton label="Copy link with session" disabled={!isReady} text={withSession} />
          <button type="button" disabled={!isReady} onClick={() => save("session")}>
            Save session
          </button>
          <button type="button" disabled={!isReady} onClick={() => save("report")}>
            Save report
          </button>
        </div>
      </div>
      <pre id="conversation-code">{current ? toCode(current) : "\n\n\n"}</pre>
      <p class="message" role="status">
        {said}
      </p>
    </section>
  );
}

/** `session.jsonl` becomes `session.compacted.jsonl`; a report is always JSON. */
function fileName(name: string, what: "session" | "report"): string {
  const [, stem = name, ending = ".json"] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  return what === "report" ? `${stem || "session"}.report.json` : `${stem || "session"}.compacted${ending}`;
}

function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
