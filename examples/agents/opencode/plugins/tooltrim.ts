import { readFile } from "node:fs/promises";
import { type Plugin, tool } from "@opencode-ai/plugin";
import { trim } from "tooltrim";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { compact } from "../tooltrim/history.ts";
import { withStore } from "../tooltrim/store.ts";

const maxChars = 8000;
const marker = "... [{count} chars omitted; to read them: tooltrim_retrieve, ref {ref}] ...";
/** Tools whose output the model needs as it is. */
const exact = ["read", "skill", "tooltrim_retrieve"];

/** Bounds what tools return, lets the model read the rest, and shortens old results when the window fills. */
export const Tooltrim: Plugin = async ({ client, directory }) => {
  const bounded = (text: string) =>
    text.length <= maxChars
      ? text
      : withStore(directory, (store) => trim(text, { maxChars, marker, store, rescue: true }).text);
  const windowOf = async ({ providerID, modelID }: { providerID: string; modelID: string }) => {
    const { data } = await client.config.providers();
    return data?.providers.find(({ id }) => id === providerID)?.models[modelID]?.limit.context;
  };
  const warn = (error: unknown) =>
    client.app.log({ body: { service: "tooltrim", level: "error", message: String(error) } });
  const text = tool.schema.string();
  return {
    "tool.execute.after": async (call, result) => {
      if (exact.includes(call.tool)) return;
      try {
        // An MCP server's result comes as the server sent it.
        const { content = [] } = result as { content?: { text?: string }[] };
        for (const part of content) if (part.text) part.text = await bounded(part.text);
        if (result.output) result.output = await bounded(await wholeOf(result));
      } catch (error) {
        // The result stays as opencode bounds it.
        await warn(error);
      }
    },
    "experimental.chat.messages.transform": async (_, { messages }) => {
      const { info } = messages.findLast(({ info }) => info.role === "user") ?? {};
      if (info?.role !== "user") return;
      try {
        const tokens = await windowOf(info.model);
        if (tokens) await compact(messages, tokens, info.sessionID, directory);
      } catch (error) {
        await warn(error);
      }
    },
    tool: {
      tooltrim_retrieve: tool({
        description: retrieveTool(new OutputStore(), "text").definition.description,
        args: {
          ref: text.describe("The ref, such as #k3f9a2bx"),
          lines: text.optional().describe("Lines, such as 120-180"),
          pattern: text.optional().describe("Only lines that contain this text"),
          page: tool.schema.number().optional().describe("The page of a long answer"),
        },
        execute: (args) => withStore(directory, (store) => retrieveTool(store, "text", { maxChars }).handler(args)),
      }),
    },
  };
};

/** The output without the cut that opencode makes: it keeps long ones in a file. */
async function wholeOf({ output, metadata }: { output: string; metadata: { outputPath?: string } }) {
  if (!metadata.outputPath) return output;
  // Says that a command was stopped.
  const [note = ""] = /\n\n<bash_metadata>.*$/s.exec(output) ?? [];
  return (await readFile(metadata.outputPath, "utf8")) + note;
}
