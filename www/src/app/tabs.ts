// The tabs: which there are, and which one the address names.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { OutputTab } from "../output/tab.js";
import { onHash, tabOf } from "../shared/hash.js";

export interface Tab {
  /** In the address: `#output?…`. */
  readonly name: string;
  readonly title: string;
  /** Called when it is first shown; the first tab is part of the page. */
  readonly load: () => Promise<ComponentType>;
}

export const tabs: readonly Tab[] = [
  { name: "output", title: "Output", load: async () => OutputTab },
  {
    name: "conversation",
    title: "Conversation",
    load: async () => (await import("../conversation/tab.js")).ConversationTab,
  },
  { name: "compare", title: "Compare", load: async () => (await import("../compare/tab.js")).CompareTab },
];

const named = () => tabs.find(({ name }) => name === tabOf())?.name ?? "output";

/** The tab that is shown. */
export const shown = signal(named());

onHash(() => {
  shown.value = named();
});
