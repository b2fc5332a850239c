// Compiled by provider-types.test.mjs with each version of the AI SDK.
import { generateText, type ModelMessage, streamText, type ToolSet, tool, type UIMessage } from "ai";
import { Compactor, CompactorPool, compactMessages, compactMessagesAsync } from "tooltrim";
import { applyEdits, repairMessages } from "tooltrim/messages";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { limitAiSdkTool, limitAiSdkTools } from "tooltrim/tools";
import { z } from "zod";

const options = { window: { tokens: 100_000 } };
const compactor = new Compactor(options);
const pool = new CompactorPool(options);
const store = new OutputStore();
const recall = retrieveTool(store, "ai-sdk");
const inputSchema = z.object({ path: z.string() });
const read = tool({ inputSchema, execute: async ({ path }) => ({ path, size: 1 }) });

export const set: ToolSet = { [recall.name]: recall.definition, ...limitAiSdkTools({ read }, { store }) };
export const one = { read: limitAiSdkTool(read) } satisfies ToolSet;

type Model = Parameters<typeof generateText>[0]["model"];
export async function ask(model: Model, history: ModelMessage[], fixed: readonly ModelMessage[]) {
  const { steps } = await generateText({
    model,
    messages: compactor.next(history).messages,
    tools: { read: one.read, recall: recall.definition },
    prepareStep: ({ messages }) => ({ messages: compactor.next(messages).messages }),
  });
  for (const { toolName } of steps.flatMap(({ toolCalls }) => toolCalls)) toolName satisfies string;
  streamText({ model, messages: pool.next(fixed).messages, tools: set });
  await generateText({ model, messages: compactMessages(history, options).messages });
  await generateText({ model, messages: (await compactMessagesAsync(history, options)).messages });
  await generateText({ model, messages: repairMessages(fixed).messages });
  await generateText({ model, messages: applyEdits(fixed, compactor.next(fixed).edits) });
  await generateText({
    model,
    messages: compactor.next([
      { role: "user", content: [{ type: "text", text: "Which files are there?" }] },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "ls", input: {} }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "a", toolName: "ls", output: { type: "text", value: "lib.rs" } }],
      },
    ]).messages,
  });
}

export const shown = (messages: UIMessage[]): UIMessage[] => repairMessages(messages).messages;
