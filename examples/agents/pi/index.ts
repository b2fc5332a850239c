import { readFile } from "node:fs/promises";
import type { ExtensionAPI, ToolResultEvent } from "@earendil-works/pi-coding-agent";
import { trim } from "tooltrim";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { compact } from "./history.ts";
import { withStore } from "./store.ts";

const maxChars = 8000;
const marker = "... [{count} chars omitted; to read them: tooltrim_retrieve, ref {ref}] ...";
/** Tools whose output the model needs as it is. */
const exact = ["read", "tooltrim_retrieve"];

/** Bounds what tools return, lets the model read the rest, and shortens old results when the window fills. */
export default function (pi: ExtensionAPI) {
  pi.on("tool_result", async (event, { cwd, ui }) => {
    // Calls inside a script of the model return their results to the script.
    if (exact.includes(event.toolName) || event.parentToolCallId) return;
    try {
      const content = [];
      for (const part of event.content) {
        const text = part.type === "text" ? await wholeOf(part.text, event) : "";
        if (part.type !== "text" || text.length <= maxChars) content.push(part);
        else {
          const options = { maxChars, marker, rescue: true };
          content.push({ ...part, text: await withStore(cwd, (store) => trim(text, { ...options, store }).text) });
        }
      }
      return { ...event, content };
    } catch (error) {
      // The result stays as pi bounds it.
      ui.notify(`tooltrim: ${error}`, "error");
    }
  });

  pi.on("context", async ({ messages }, { model, sessionManager, cwd, ui }) => {
    if (!model) return;
    try {
      return { messages: await compact(messages, model.contextWindow, sessionManager.getSessionId(), cwd) };
    } catch (error) {
      ui.notify(`tooltrim: ${error}`, "error");
    }
  });

  const { name, description, parameters } = retrieveTool(new OutputStore(), "text").definition;
  pi.registerTool({
    ...{ name, description, parameters, label: "Read a shortened output" },
    async execute(_id, args, _signal, _onUpdate, { cwd }) {
      const text = await withStore(cwd, (store) => retrieveTool(store, "text", { maxChars }).handler(args));
      return { content: [{ type: "text", text }], details: undefined };
    },
  });
}

/** The text without the cut that pi makes: it keeps long outputs of commands in a file. */
async function wholeOf(text: string, { details }: ToolResultEvent) {
  const { fullOutputPath: file } = (details ?? {}) as { fullOutputPath?: string };
  if (!file) return text;
  // What stands behind says how the command ended.
  const [, status = ""] = text.split(`Full output: ${file}]`);
  return (await readFile(file, "utf8")) + status;
}
