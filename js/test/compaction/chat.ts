// Conversations written by hand, as Chat Completions have them, and what became of their parts.
import type { Loose } from "../messages/support.js";

export const system = (content: string): Loose => ({ role: "system", content });
export const user = (content: Loose): Loose => ({ role: "user", content });
export const says = (content: string): Loose => ({ role: "assistant", content });

/** So many lines of a text that no other has. */
export const lines = (count: number, about = "line") =>
  Array.from({ length: count }, (_, at) => `${about} ${at} holds value_${at * 7919}`).join("\n");

/** A call, and its result. */
export const call = (id: string, name: string, args: Loose, content: Loose): Loose[] => [
  asks([id, name, args]),
  answer(id, content),
];

/** Calls that are made at once. */
export const asks = (...calls: readonly (readonly [id: string, name: string, args: Loose])[]): Loose => ({
  role: "assistant",
  content: null,
  tool_calls: calls.map(([id, name, args]) => ({
    id,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  })),
});
export const answer = (id: string, content: Loose): Loose => ({ role: "tool", tool_call_id: id, content });

export const read = (id: string, path: string, content: Loose = lines(60, path)) =>
  call(id, "read_file", { path }, content);
export const run = (id: string, command: string, content: Loose) => call(id, "bash", { command }, content);
export const edit = (id: string, path: string, old: string, text: string) =>
  call(id, "edit_file", { path, old_string: old, new_string: text }, `The file ${path} has been updated.`);

/** Everything that can give way does. */
export const least = { window: { chars: 1000 }, compactTo: 0, recentCallsToKeep: 0, format: "openai-chat" } as const;

/** The result of a call, as it is now. */
export const resultOf = (messages: readonly Loose[], id: string): string => {
  const found = messages.find((message) => message.tool_call_id === id);
  return typeof found.content === "string" ? found.content : JSON.stringify(found.content);
};

/** The arguments of a call, as they are now. */
export const argsOf = (messages: readonly Loose[], id: string): string =>
  messages.flatMap(({ tool_calls = [] }) => tool_calls).find((each: Loose) => each.id === id).function.arguments;
