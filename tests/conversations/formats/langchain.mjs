// LangChain's messages: its classes, the objects that stand for them, and the two ways of storing them.
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { dice } from "../dice.mjs";
import { dataUrl, defined, inOrder, resultBlocks, resultsOf, resultText } from "./shared.mjs";

const textBlock = (text) => ({ type: "text", text });
const contentOf = (text, die) => (text.trim() && die.chance("list", 4) ? [textBlock(text)] : text);

function mediaBlock(media, die) {
  const { kind, mediaType, data, url } = media;
  if (kind !== "image") return { type: kind, mimeType: mediaType, data };
  const { pick } = die;
  const standard = url ? { type: "image", url } : { type: "image", mimeType: mediaType, data };
  const older = url
    ? { type: "image", source_type: "url", url }
    : { type: "image", source_type: "base64", mime_type: mediaType, data };
  return pick("image", [{ type: "image_url", image_url: { url: dataUrl(media) } }, standard, older]);
}

function user({ text, media, roll }) {
  const die = dice(roll);
  const content = media ? [textBlock(text), mediaBlock(media, die)] : contentOf(text, die);
  return [["human", defined({ content, name: die.chance("name", 6) ? "ada" : undefined })]];
}

const toolCall = ({ id, name, args, roll }) =>
  defined({ id, name, args, type: dice(roll).pick("type", ["tool_call", undefined]) });

function thinkingBlock({ text, signature, redacted }, die) {
  if (redacted) return { type: "redacted_thinking", data: signature };
  return die.pick("thinking", [
    { type: "thinking", thinking: text, signature },
    { type: "reasoning", reasoning: text },
  ]);
}

/** What the classes for the providers' models leave in a message, each in its own way. */
function answer({ thinking, text, hosted, calls }, die) {
  const tool_calls = calls.map(toolCall);
  const blocks = [...(thinking ? [thinkingBlock(thinking, die)] : []), ...(text ? [textBlock(text)] : [])];
  const server = hosted && {
    call: { type: "server_tool_call", id: hosted.id, name: "web_search", args: { query: hosted.input } },
    result: {
      type: "server_tool_call_result",
      toolCallId: hosted.id,
      status: "success",
      output: { text: hosted.output },
    },
  };
  if (server) blocks.push(server.call, server.result);
  const plain = thinking || hosted ? blocks : contentOf(text ?? "", die);
  return die.pick("style", [
    { content: plain, tool_calls },
    // OpenAI's: the calls as they came stand beside.
    {
      content: plain,
      tool_calls,
      additional_kwargs: {
        tool_calls: calls.map(({ id, name, args }) => ({
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(args) },
        })),
      },
      response_metadata: { finish_reason: "tool_calls" },
      usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    },
    // Anthropic's: the content holds them, too.
    {
      content: [...blocks, ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }))],
      tool_calls,
    },
    // The standard blocks.
    {
      content: [...blocks, ...calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, args }))],
      tool_calls,
      response_metadata: { output_version: "v1" },
    },
  ]);
}

function resultContent(result, die) {
  if (typeof result.content === "string") return contentOf(result.content, die);
  return resultBlocks(result).map(({ type, text, media }) =>
    type === "text" ? textBlock(text) : mediaBlock(media, die),
  );
}

function toolFields(result) {
  const die = dice(result.roll);
  return defined({
    content: result.isError ? resultText(result) : resultContent(result, die),
    tool_call_id: result.id,
    name: die.pick("name", [result.name, undefined]),
    status: result.isError ? "error" : die.pick("status", [undefined, "success"]),
    artifact: die.chance("artifact", 6) ? { rows: [1, 2] } : undefined,
  });
}

function step(drawn) {
  const die = dice(drawn.roll);
  const streamed = drawn.calls.length > 0 && die.chance("chunk", 6);
  const chunk = {
    content: drawn.text ?? "",
    tool_call_chunks: drawn.calls.map(({ id, name, args }, index) => ({
      type: "tool_call_chunk",
      id,
      name,
      args: JSON.stringify(args),
      index,
    })),
  };
  const message = streamed ? ["chunk", chunk] : ["ai", answer(drawn, die)];
  return [message, ...resultsOf(drawn, die).map((result) => ["tool", toolFields(result)])];
}

function final({ text, thinking, roll }) {
  return [["ai", defined(answer({ text, thinking, calls: [] }, dice(roll)))]];
}

const fieldsOf = (conversation) => {
  const system = (text) => [["system", { content: text }]];
  return inOrder(conversation, { system, user, step, final });
};

const classes = { human: HumanMessage, ai: AIMessage, chunk: AIMessageChunk, tool: ToolMessage, system: SystemMessage };

/** Instances of the classes. */
export const langchain = (conversation) =>
  // A class may change the fields that it is given.
  structuredClone(fieldsOf(conversation)).map(([type, fields]) => new classes[type](fields));

/** What stands for a message: `{ type: "ai", … }`, or with `role` and its names. */
export function langchainPlain(conversation) {
  const byRole = dice(conversation.roll).chance("role", 2);
  const roles = { human: "user", ai: "assistant", tool: "tool", system: "system" };
  return fieldsOf(conversation).map(([kind, fields]) => {
    const type = kind === "chunk" ? "ai" : kind;
    const { tool_call_chunks, ...rest } = fields;
    const calls = tool_call_chunks?.map(({ id, name, args }) => ({ id, name, args: JSON.parse(args) }));
    const message = defined({ ...rest, tool_calls: rest.tool_calls ?? calls });
    // Without calls there is no such list, mostly.
    if (message.tool_calls?.length === 0) delete message.tool_calls;
    return byRole ? { role: roles[type], ...message } : { type, ...message };
  });
}

/** As `JSON.stringify` leaves the classes: `{ lc, type, id, kwargs }`. */
export const langchainSerialized = (conversation) => JSON.parse(JSON.stringify(langchain(conversation)));

/** As LangChain's stores keep them: `{ type, data }`. */
export const langchainStored = (conversation) =>
  JSON.parse(JSON.stringify(mapChatMessagesToStoredMessages(langchain(conversation))));
