// Rules of providers that bind thinking, or that compact by themselves. These rules remember what the model
// wrote: `refuse(body)` returns { rule, message } or undefined, `wrote(body, answer)` takes note of an answer.
import { createHash } from "node:crypto";

const asJson = (value) => JSON.stringify(value, (key, member) => (key === "cache_control" ? undefined : member)) ?? "";
const isThinking = ({ type }) => type === "thinking" || type === "redacted_thinking";
const blocksOf = ({ content }) => (Array.isArray(content) ? content : [{ type: "text", text: content }]);

/** Calls `each(block, print)` for every thinking block, with a print of all that stands before it. */
function eachThought({ system, tools, messages }, each) {
  const hash = createHash("sha256").update(asJson({ system, tools }));
  messages.forEach((message, index) => {
    hash.update(`${message.role}\n`);
    for (const block of blocksOf(message)) {
      if (isThinking(block)) each(block, hash.copy().digest("hex"), index);
      hash.update(asJson(block));
    }
  });
}

/**
 * Claude since Fable 5.1: a block is bound to `system`, `tools` and all messages before it, also to the blocks of thinking
 * among them. Source: Anthropic, "Prefix checks on thinking blocks", and Amazon Bedrock,
 * "claude-messages-thinking-block-binding".
 */
export function prefix() {
  const written = new Map();
  const rule = { kept: 0 };
  rule.refuse = (body) => {
    let wrong;
    eachThought(body, (block, print, index) => {
      if (written.get(asJson(block)) === print) rule.kept += 1;
      else wrong ??= { rule: "prefix", message: `messages.${index}: The block is bound to a different conversation` };
    });
    return wrong;
  };
  rule.wrote = (body, { content }) => {
    const messages = [...body.messages, { role: "assistant", content }];
    eachThought({ ...body, messages }, (block, print, index) => {
      if (index === body.messages.length) written.set(asJson(block), print);
    });
  };
  return rule;
}

/** Earlier Claude with a budget for thinking: a running tool loop begins with it. Source: "Extended thinking". */
export function loop() {
  const refuse = ({ messages }) => {
    if (!blocksOf(messages.at(-1)).some(({ type }) => type === "tool_result")) return undefined;
    const index = messages.findLastIndex(({ role }) => role === "assistant");
    const [first] = blocksOf(messages[index]);
    if (isThinking(first)) return undefined;
    const message = `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`.`;
    return { rule: "loop", message };
  };
  return { refuse, wrote() {} };
}

/** DeepSeek, Kimi and others: reasoning goes back with its calls. Source: DeepSeek, "Thinking mode", tool calls. */
export function calls() {
  const refuse = ({ messages }) => {
    const index = messages.findIndex(({ tool_calls: made, reasoning_content: text }) => made?.length > 0 && !text);
    const message = `Missing \`reasoning_content\` field in the assistant message at message index ${index}`;
    return index < 0 ? undefined : { rule: "calls", message };
  };
  return { refuse, wrote() {} };
}

/** A client that dropped what the server compacted has nothing before the item. Source: OpenAI, "Compaction". */
export function compaction() {
  const written = new Set();
  const refuse = ({ input }) => {
    const index = input.findLastIndex(({ type }) => type === "compaction");
    if (index < 0) return undefined;
    if (!written.has(asJson(input[index]))) return { rule: "compaction", message: `input[${index}]: not ours` };
    return index > 0 ? { rule: "compaction", message: `input[${index}]: something stands before it` } : undefined;
  };
  const wrote = (_, { output }) => {
    for (const item of output) if (item.type === "compaction") written.add(asJson(item));
  };
  return { refuse, wrote };
}
