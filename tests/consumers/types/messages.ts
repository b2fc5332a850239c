// Compiled by provider-types.test.mjs: what goes in comes out, of the same type, as each library's request takes it.
import type Anthropic from "@anthropic-ai/sdk";
import type { Content, GoogleGenAI } from "@google/genai";
import type { BaseMessage } from "@langchain/core/messages";
import { type AgentInputItem, Runner } from "@openai/agents-core";
import type { ReactAgent } from "langchain";
import type OpenAI from "openai";
import {
  type Compaction,
  Compactor,
  CompactorPool,
  type CompactorPoolOptions,
  compactMessages,
  compactMessagesAsync,
  type JsonValue,
} from "tooltrim";
import { applyEdits, renderAsText, repairMessages } from "tooltrim/messages";
import type * as vscode from "vscode";

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <One, Other>(_: Same<One, Other>) => undefined;

const options = { window: { tokens: 100_000 } };
const compactor = new Compactor(options);
const pool = new CompactorPool(options);

type Chat = OpenAI.Chat.ChatCompletionMessageParam;
export async function openai(client: OpenAI, history: Chat[], fixed: readonly Chat[]) {
  const model = "gpt-5";
  for (const messages of [history, fixed]) {
    await client.chat.completions.create({ model, messages: compactor.next(messages).messages });
    await client.chat.completions.create({ model, messages: pool.next(messages).messages });
    await client.chat.completions.create({ model, messages: compactMessages(messages, options).messages });
    await client.chat.completions.create({ model, messages: (await compactMessagesAsync(messages, options)).messages });
    await client.chat.completions.create({ model, messages: repairMessages(messages).messages });
    await client.chat.completions.create({ model, messages: renderAsText(messages) });
    await client.chat.completions.create({ model, messages: applyEdits(messages, compactor.next(messages).edits) });
    same<ReturnType<typeof compactor.next<Chat>>, Compaction<Chat>>(true);
  }
  const { messages } = compactor.next(history);
  same<typeof messages, Chat[]>(true);
  history.push(...messages);
  // Roles and parts narrow: a switch over them knows what else a message has.
  for (const message of messages) if (message.role === "tool") message.tool_call_id satisfies string;
}

/** Messages written in the call itself keep their roles and the types of their parts. */
export async function written(client: OpenAI, anthropic: Anthropic, call: Chat) {
  const { messages } = compactor.next([
    { role: "system", content: "You are a coding agent." },
    { role: "user", content: [{ type: "text", text: "Make the tests pass." }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "bash", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "a", content: "PASS" },
    call,
  ]);
  await client.chat.completions.create({ model: "gpt-5", messages });
  const { messages: blocks } = pool.next([
    { role: "user", content: "Which files are there?" },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "lib.rs" }] }] },
  ]);
  await anthropic.messages.create({ model: "claude", max_tokens: 1, messages: blocks });
  const { messages: repaired } = repairMessages([
    { role: "user", content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "" } }] },
  ]);
  await anthropic.messages.create({ model: "claude", max_tokens: 1, messages: repaired });
  await client.responses.create({
    model: "gpt-5",
    input: compactMessages(
      [{ type: "function_call_output", call_id: "a", output: "lib.rs", status: "completed" }],
      options,
    ).messages,
  });
}

export async function responses(client: OpenAI, items: OpenAI.Responses.ResponseInputItem[]) {
  await client.responses.create({ model: "gpt-5", input: compactor.next(items).messages });
  await client.responses.create({ model: "gpt-5", input: repairMessages(pool.next(items).messages).messages });
}

export async function anthropic(
  client: Anthropic,
  history: Anthropic.MessageParam[],
  beta: Anthropic.Beta.BetaMessageParam[],
) {
  const sizes = { model: "claude", max_tokens: 1000 };
  await client.messages.create({ ...sizes, messages: compactor.next(history).messages });
  await client.messages.create({ ...sizes, messages: renderAsText(repairMessages(history).messages) });
  await client.beta.messages.create({ ...sizes, messages: pool.next(beta).messages });
}

export async function gemini(client: GoogleGenAI, contents: Content[]) {
  await client.models.generateContent({ model: "gemini", contents: compactor.next(contents).messages });
}

export async function langchain(agent: ReactAgent, messages: BaseMessage[]) {
  await agent.invoke({ messages: compactor.next(messages).messages });
}

export const agents = new Runner({
  callModelInputFilter: ({ modelData }) => {
    const input: AgentInputItem[] = compactor.next(modelData.input).messages;
    return { ...modelData, input };
  },
});

export async function code(
  model: vscode.LanguageModelChat,
  request: readonly vscode.LanguageModelChatRequestMessage[],
  messages: vscode.LanguageModelChatMessage[],
) {
  same<typeof given, vscode.LanguageModelChatRequestMessage[]>(true);
  const given = pool.next(request, { same: (one, other) => one.name === other.name }).messages;
  await model.sendRequest(compactor.next(messages).messages);
}

/** One field for the compactor of a conversation, whatever the messages are. */
export class Context {
  #compactor: Compactor;
  readonly pool: CompactorPool;
  last: Compaction<Chat> | undefined;

  constructor(given: CompactorPoolOptions, state: JsonValue | undefined) {
    this.#compactor = state === undefined ? new Compactor(given) : Compactor.from(state, given);
    this.pool = new CompactorPool(given);
  }

  next(history: readonly Chat[]): Chat[] {
    this.last = this.pool.next(history);
    this.pool.observe(this.last, { inputTokens: 1 });
    const undone: Chat[] = this.#compactor.undo<Chat>().messages;
    return history.length > 3 ? undone : this.#compactor.next(history, { force: true }).messages;
  }
}

/** What has no type stays what it is, and the type of a caller's own generic function goes through. */
export function loose<M>(unknowns: unknown[], anything: ReturnType<JSON["parse"]>[], generic: readonly M[]) {
  same<ReturnType<typeof compactMessages<unknown>>["messages"], unknown[]>(true);
  compactMessages(unknowns, options).messages satisfies unknown[];
  compactMessages(anything, options).messages[0].role;
  repairMessages(generic).messages satisfies M[];
  // @ts-expect-error: not a list
  compactMessages({ role: "user" }, options);
  // @ts-expect-error: not an option
  compactor.next(unknowns, { forced: true });
}
