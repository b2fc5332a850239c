// The tab of conversations: a session, what compaction leaves of it, and why.
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import "tooltrim-view/view.css";
import "../styles/conversation.css";
import "../styles/context.css";
import "../styles/timeline.css";
import "../styles/exchanges.css";
import "../styles/exchange.css";
import { onHash, readHash, writeHash } from "../shared/hash.js";
import { session } from "../shared/inputs.js";
import { unpacked } from "../shared/share.js";
import { Controls } from "./controls.js";
import { exampleInput } from "./examples.js";
import { Export } from "./export.js";
import { load } from "./load.js";
import { Picture } from "./picture.js";
import { Sections } from "./sections.js";
import { fromParameters } from "./settings.js";
import { Source, take, takeExample } from "./source.js";
import { isPrepared, linkState, opened, problem, settings, sharedInput, TAB } from "./state.js";
import { Timeline } from "./timeline.js";

export function ConversationTab() {
  useEffect(() => {
    const parameters = readHash(TAB) ?? new URLSearchParams();
    settings.value = fromParameters(parameters);
    begin(parameters);
    onHash(() => {
      const changed = readHash(TAB);
      // Back to the tab by its link: all is as it was left.
      if (!changed || changed.toString() === linkState().toString()) return;
      settings.value = fromParameters(changed);
      const input = changed.get("input");
      if (input && input !== sharedInput.peek()) begin(changed);
    });
  }, []);
  useSignalEffect(() => writeHash(TAB, linkState()));
  useSignalEffect(() => {
    // The other tab that takes a session has read one.
    const given = session.value;
    if (given && opened.peek() && given !== opened.peek()?.input) take(given);
  });
  return (
    <div class="conversation" data-prepared={isPrepared.value}>
      <Source />
      <Controls />
      <div class="conversation-main">
        <Picture />
        <Timeline />
        <Sections />
        <Export />
      </div>
    </div>
  );
}

/** Shows the session of the address, else the one that another tab has, else an example. */
async function begin(parameters: URLSearchParams): Promise<void> {
  const input = parameters.get("input");
  if (input) {
    const content = await unpacked(input).catch(() => undefined);
    if (content === undefined) {
      problem.value = "The session in this link cannot be read: the link was cut or changed on its way.";
    } else if (await load({ name: "", content })) {
      sharedInput.value = input;
      return;
    }
  }
  const given = session.peek();
  if (given) await take(given);
  else if (problem.peek()) await load(await exampleInput(null), true);
  else await takeExample(parameters.get("example") ?? "coding");
}
