// Calls with their results, one naive reader per format that shares nothing with the library.
import type { Folder, Loose } from "./support.js";

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: object | null;
  readonly result: string;
  readonly isError: boolean;
}

/** Pairs each call with the first result behind it that has its id and is not taken. */
function paired(
  calls: { at: number; id: string; name: string; args: Loose }[],
  results: { at: number; id: string; result: string; isError: boolean }[],
): Call[] {
  const taken = new Set<object>();
  return calls.map(({ at, id, name, args }) => {
    const found = results.find((result) => result.at >= at && result.id === id && !taken.has(result));
    if (!found) throw new Error(`no result for ${id}`);
    taken.add(found);
    return { id, name, args, result: found.result, isError: found.isError };
  });
}

/** Every part with the number of its message. */
const parts = (messages: Loose[], member: string) =>
  messages.flatMap((message, at) =>
    Array.isArray(message[member]) ? message[member].map((part: Loose) => ({ at, part })) : [],
  );

const texts = (content: Loose, member: string): string =>
  typeof content === "string" ? content : content.map((part: Loose) => part[member]).join("\n");

export const readers: Record<Folder, (messages: Loose[]) => Call[]> = {
  chat: (messages) =>
    paired(
      parts(messages, "tool_calls").map(({ at, part }) => ({
        at,
        id: part.id,
        name: part.function.name,
        args: JSON.parse(part.function.arguments),
      })),
      messages.flatMap((message, at) =>
        message.role === "tool"
          ? [{ at, id: message.tool_call_id, result: texts(message.content, "text"), isError: false }]
          : [],
      ),
    ),
  responses: (items) =>
    paired(
      items.flatMap((item, at) => {
        const { call_id: id, name } = item;
        if (item.type === "function_call") return [{ at, id, name, args: JSON.parse(item.arguments) }];
        return item.type === "custom_tool_call" ? [{ at, id, name, args: { input: item.input } }] : [];
      }),
      items.flatMap((item, at) =>
        /_output$/.test(item.type)
          ? [{ at, id: item.call_id, result: texts(item.output, "text"), isError: false }]
          : [],
      ),
    ),
  anthropic: (messages) =>
    paired(
      parts(messages, "content")
        .filter(({ part }) => part.type === "tool_use")
        .map(({ at, part: { id, name, input } }) => ({ at, id, name, args: input })),
      parts(messages, "content")
        .filter(({ part }) => part.type === "tool_result")
        .map(({ at, part }) => ({
          at,
          id: part.tool_use_id,
          result: texts(part.content, "text"),
          isError: part.is_error === true,
        })),
    ),
  gemini: (messages) =>
    paired(
      parts(messages, "parts")
        .filter(({ part }) => part.functionCall)
        .map(({ at, part: { functionCall } }) => ({ at, ...functionCall })),
      parts(messages, "parts")
        .filter(({ part }) => part.functionResponse)
        .map(({ at, part: { functionResponse } }) => ({
          at,
          id: functionResponse.id,
          result: functionResponse.response.output ?? functionResponse.response.error,
          isError: functionResponse.response.error !== undefined,
        })),
    ),
  aisdk: (messages) =>
    paired(
      parts(messages, "content")
        .filter(({ part }) => part.type === "tool-call")
        .map(({ at, part }) => ({ at, id: part.toolCallId, name: part.toolName, args: part.input })),
      parts(messages, "content")
        .filter(({ part }) => part.type === "tool-result")
        .map(({ at, part }) => ({
          at,
          id: part.toolCallId,
          result: part.output.value,
          isError: /^error/.test(part.output.type),
        })),
    ),
  vscode: (messages) =>
    paired(
      parts(messages, "content")
        .filter(({ part }) => part.kind === "toolCall")
        .map(({ at, part }) => ({ at, id: part.callId, name: part.name, args: part.input })),
      parts(messages, "content")
        .filter(({ part }) => part.kind === "toolResult")
        .map(({ at, part }) => ({
          at,
          id: part.callId,
          result: texts(part.content, "value"),
          isError: part.isError === true,
        })),
    ),
};

/** The value at a JSON Pointer. */
export const at = (messages: Loose, pointer: string): Loose =>
  pointer
    .split("/")
    .slice(1)
    .reduce((value, segment) => value[segment], messages);
