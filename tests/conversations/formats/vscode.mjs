// Messages of VS Code's language model API: its classes, and plain data after them.
import { dice } from "../dice.mjs";
import {
  LanguageModelChatMessage,
  LanguageModelChatMessageRole,
  LanguageModelDataPart,
  LanguageModelPromptTsxPart,
  LanguageModelTextPart,
  LanguageModelThinkingPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  LanguageModelToolResultPart2,
} from "../vscode-classes.mjs";
import { defined, inOrder, resultBlocks, resultsOf, resultText } from "./shared.mjs";

const Text = LanguageModelTextPart;
const message = (role, content, name) =>
  new LanguageModelChatMessage(LanguageModelChatMessageRole[role], content, name);
const bytes = ({ data }) => new Uint8Array(Buffer.from(data ?? "", "base64"));

/** Marks that Copilot sets among the parts of a message. */
function marks(die) {
  return [
    ...(die.chance("cache", 8) ? [LanguageModelDataPart.text("ephemeral", "cache_control")] : []),
    ...(die.chance("stateful", 12) ? [LanguageModelDataPart.text("gpt\\resp_abc123", "stateful_marker")] : []),
  ];
}

function user({ text, media, roll }) {
  const die = dice(roll);
  const parts = [
    new Text(text),
    ...(media ? [LanguageModelDataPart.image(bytes(media), media.mediaType)] : []),
    ...marks(die),
  ];
  const name = die.chance("name", 6) ? "ada" : undefined;
  return [message("User", parts.length === 1 && !die.chance("list", 2) ? text : parts, name)];
}

function thinkingPart({ text, signature, redacted, roll }) {
  const die = dice(roll);
  if (redacted) return new LanguageModelThinkingPart("", undefined, { redactedData: signature });
  return die.pick("kind", [
    new LanguageModelThinkingPart(text, "thinking_1", { signature }),
    new LanguageModelThinkingPart(text),
    new LanguageModelThinkingPart([text, "and on"], "rs_abc123", { encrypted: signature }),
  ]);
}

const tsx = (text) => new LanguageModelPromptTsxPart({ node: { type: 1, ctor: 2, children: [{ type: 2, text }] } });

function resultPart(result) {
  const die = dice(result.roll);
  const Part = die.pick("class", [LanguageModelToolResultPart, LanguageModelToolResultPart2]);
  const content = resultBlocks({ content: result.content === "" ? [] : result.content }).map(
    ({ type, text, media }, at) => {
      if (type === "image") return LanguageModelDataPart.image(bytes(media), media.mediaType);
      const own = dice(result.roll + at);
      if (own.chance("json", 10)) return LanguageModelDataPart.json({ text });
      // Whatever else a tool gives is handed on as it is.
      return own.chance("unknown", 16) ? { custom: text } : own.chance("tsx", 10) ? tsx(text) : new Text(text);
    },
  );
  return new Part(result.id, content, result.isError || undefined);
}

function step({ thinking, text, calls, ...rest }) {
  const die = dice(rest.roll);
  const parts = [
    ...(thinking ? [thinkingPart(thinking)] : []),
    ...(text ? [new Text(text)] : []),
    ...marks(die),
    ...calls.map(({ id, name, args }) => new LanguageModelToolCallPart(id, name, args)),
  ];
  const results = resultsOf(rest, die).map(resultPart);
  const together = results.length > 0 ? [message("User", results)] : [];
  const apart = results.map((part) => message("User", [part]));
  return [message("Assistant", parts), ...(die.chance("apart", 3) ? apart : together)];
}

function final({ text, thinking, roll }) {
  if (!thinking) return [message("Assistant", dice(roll).pick("list", [text, [new Text(text)]]))];
  return [message("Assistant", [thinkingPart(thinking), new Text(text)])];
}

export function vscode(conversation) {
  return inOrder(conversation, { system: (text) => [message("System", text)], user, step, final });
}

const plainText = (value) => ({ kind: "text", value });

const plain = {
  system: (text) => [{ role: "system", content: [plainText(text)] }],
  user: ({ text }) => [{ role: "user", content: [plainText(text)] }],
  step({ thinking, text, calls, ...rest }) {
    const die = dice(rest.roll);
    const content = [
      ...(thinking && !thinking.redacted ? [{ kind: "thinking", value: thinking.text }] : []),
      ...(text ? [plainText(text)] : []),
      ...calls.map(({ id, name, args }) => ({ kind: "toolCall", callId: id, name, input: args })),
    ];
    const results = resultsOf(rest, die).map((result) => {
      const list = result.content === "" ? [] : [plainText(resultText(result))];
      return defined({ kind: "toolResult", callId: result.id, content: list, isError: result.isError || undefined });
    });
    const answers = die.chance("apart", 3) ? results.map((part) => [part]) : results.length > 0 ? [results] : [];
    const assistant = content.length > 0 ? [{ role: "assistant", content }] : [];
    return [...assistant, ...answers.map((parts) => ({ role: "user", content: parts }))];
  },
  final: ({ text, thinking }) => {
    const said = thinking && !thinking.redacted ? [{ kind: "thinking", value: thinking.text }] : [];
    return [{ role: "assistant", content: [...said, plainText(text)] }];
  },
};

/** `{ role, content: [{ kind, … }] }`, as sessions are recorded. */
export const vscodePlain = (conversation) => inOrder(conversation, plain);
