import type { Hooks } from "@opencode-ai/plugin";
import { type Compaction, compactMessages } from "tooltrim";
import { withStore } from "./store.ts";

type Messages = Parameters<NonNullable<Hooks["experimental.chat.messages.transform"]>>[1]["messages"];
type Message = Messages[number];
/** A message or part of it as tooltrim knows them, from the AI SDK, and its place among those of opencode. */
type Shown = { role: string; parts: Part[]; at: number };
type Part = { type: string; at: number; text?: string; input?: object; output?: string; errorText?: string };

/** Earlier decisions stand, so that between two steps the same bytes are sent and prompt caches keep hitting. */
const states = new Map<string, Compaction<Shown>["state"]>();

/** Shortens old results and arguments in place when the messages fill 80 % of the window, which is given in tokens. */
export async function compact(messages: Messages, tokens: number, session: string, project: string) {
  const tools = { tooltrim_retrieve: { keep: "never" } } as const;
  // The rest is for the system prompt, the tools and the answer.
  const options = { format: "ai-sdk", window: { tokens: tokens * 0.75 }, tools, state: states.get(session) } as const;
  const shown = messages.map(({ info, parts }, at): Shown => ({ role: info.role, parts: parts.map(show), at }));
  let result = compactMessages(shown, options);
  // A step: once more, and the store keeps what it removes.
  if (result.notice) {
    result = await withStore(project, (store) => compactMessages(shown, { ...options, store }));
  }
  states.set(session, result.state);
  const restored = result.messages.map((message) =>
    message === shown[message.at] ? (messages[message.at] as Message) : restore(message, messages),
  );
  messages.splice(0, messages.length, ...restored);
}

type OwnPart = Message["parts"][number];

function show(part: OwnPart, at: number): Part {
  if (part.type === "text" && !part.ignored) return { type: "text", text: part.text, at };
  if (part.type === "tool") {
    const { callID: toolCallId, metadata: callProviderMetadata, state } = part;
    const call = { type: `tool-${part.tool}`, toolCallId, callProviderMetadata, input: state.input, at };
    if (state.status === "error") return { ...call, state: "output-error", errorText: state.error } as Part;
    // Not one whose result opencode has removed itself.
    if (state.status === "completed" && !state.time.compacted)
      return { ...call, state: "output-available", output: state.output } as Part;
  }
  // All others stay.
  return { type: `opencode-${part.type}`, at };
}

function restore({ parts, at }: Shown, messages: Messages): Message {
  const origin = messages[at];
  if (origin) return { ...origin, parts: parts.map((part) => restorePart(part, origin.parts[part.at])) } as Message;
  // Instead of calls that were removed.
  const { info } = messages.find(({ info }) => info.role === "user") as Message;
  return { info, parts: parts.map((part) => restorePart(part)) };
}

function restorePart(part: Part, origin?: OwnPart): OwnPart {
  const { text = "", input = {}, output, errorText } = part;
  if (origin?.type === "tool") {
    const { state } = origin;
    if (state.status === "completed" && output !== undefined)
      return { ...origin, state: { ...state, input: { ...input }, output } };
    if (state.status === "error" && errorText !== undefined)
      return { ...origin, state: { ...state, input: { ...input }, error: errorText } };
  }
  if (origin && (origin.type !== "text" || origin.text === text)) return origin;
  return { id: "", sessionID: "", messageID: "", type: "text", text };
}
