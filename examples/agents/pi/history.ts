import type { ContextEvent } from "@earendil-works/pi-coding-agent";
import { type Compaction, compactMessages } from "tooltrim";
import { withStore } from "./store.ts";

type Message = ContextEvent["messages"][number];
/** A message or part of it as tooltrim knows them, from the AI SDK, and its place among those of pi. */
type Shown = { role: string; content: string | Part[]; at: number };
type Part = { type: string; at: number; text?: string; input?: object; output?: { value: string } };

/** Earlier decisions stand, so that between two steps the same bytes are sent and prompt caches keep hitting. */
const states = new Map<string, Compaction<Shown>["state"]>();

/** Shortens old results and arguments when the messages fill 80 % of the window, which is given in tokens. */
export async function compact(messages: Message[], tokens: number, session: string, project: string) {
  const tools = { tooltrim_retrieve: { keep: "never" } } as const;
  // The rest is for the system prompt, the tools and the answer.
  const options = { format: "ai-sdk", window: { tokens: tokens * 0.75 }, tools, state: states.get(session) } as const;
  const shown = messages.map(show);
  let result = compactMessages(shown, options);
  // A step: once more, and the store keeps what it removes.
  if (result.notice) {
    result = await withStore(project, (store) => compactMessages(shown, { ...options, store }));
  }
  states.set(session, result.state);
  return result.messages.map((message) =>
    message === shown[message.at] ? (messages[message.at] as Message) : restore(message, messages[message.at]),
  );
}

function show(message: Message, at: number): Shown {
  if (message.role === "toolResult") {
    const output = { type: message.isError ? "error-text" : "text", value: textOf(message.content) };
    const { toolCallId, toolName } = message;
    return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output, at: 0 } as Part], at };
  }
  if (message.role === "assistant") return { role: "assistant", content: message.content.map(showPart), at };
  return { role: "user", content: textOf("content" in message ? message.content : JSON.stringify(message)), at };
}

type AssistantPart = Extract<Message, { role: "assistant" }>["content"][number];

function showPart(part: AssistantPart, at: number): Part {
  if (part.type === "text") return { type: "text", text: part.text, at };
  // Parts of other types stay. A signature holds for the arguments as they are.
  if (part.type !== "toolCall") return { type: part.type, at };
  const providerOptions = part.thoughtSignature && { google: { thoughtSignature: part.thoughtSignature } };
  const call = { toolCallId: part.id, toolName: part.name, input: part.arguments, ...{ providerOptions } };
  return { type: "tool-call", ...call, at } as Part;
}

function restore({ content }: Shown, origin: Message | undefined): Message {
  const parts = typeof content === "string" ? [] : content;
  if (origin?.role === "toolResult") {
    const images = origin.content.filter(({ type }) => type === "image");
    return { ...origin, content: [{ type: "text", text: parts[0]?.output?.value ?? "" }, ...images] };
  }
  if (origin?.role === "assistant") {
    return { ...origin, content: parts.map((part) => restorePart(part, origin.content[part.at])) };
  }
  // Instead of calls that were removed.
  return { role: "user", content: textOf(content), timestamp: 0 };
}

function restorePart({ text = "", input }: Part, origin: AssistantPart | undefined): AssistantPart {
  if (origin?.type === "toolCall") return { ...origin, arguments: { ...input } };
  return origin && (origin.type !== "text" || origin.text === text) ? origin : { type: "text", text };
}

const textOf = (content: string | { type: string; text?: string }[]) =>
  typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");
