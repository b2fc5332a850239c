// ModelMessages of the AI SDK.
import { dice } from "../dice.mjs";
import { dataUrl, defined, inOrder, resultBlocks, resultsOf, resultText } from "./shared.mjs";

const textPart = (text) => ({ type: "text", text });
const bytes = (data) => new Uint8Array(Buffer.from(data, "base64"));

function mediaPart(media, die) {
  const { kind, mediaType, name, url, data } = media;
  const value = url
    ? die.pick("url", [url, new URL(url)])
    : die.pick("data", [data, dataUrl(media), bytes(data), bytes(data).buffer]);
  if (kind === "image" && die.chance("image", 2)) return { type: "image", image: value, mediaType };
  return defined({ type: "file", data: value, mediaType, filename: name });
}

function user({ text, media, roll }) {
  const die = dice(roll);
  const content = media ? [textPart(text), mediaPart(media, die)] : die.pick("list", [text, [textPart(text)]]);
  return [defined({ role: "user", content, providerOptions: options(die) })];
}

const options = (die) =>
  die.chance("options", 6) ? { anthropic: { cacheControl: { type: "ephemeral" } } } : undefined;

function reasoning({ text, signature, redacted, roll }) {
  const provider = dice(roll).pick("provider", [
    undefined,
    { anthropic: redacted ? { redactedData: signature } : { signature } },
    { openai: { itemId: "rs_abc123", reasoningEncryptedContent: signature } },
    { google: { thoughtSignature: signature } },
  ]);
  return defined({ type: "reasoning", text: redacted ? "" : text, providerOptions: provider });
}

/** What a result of blocks can hold besides text, by what stands for an image. */
function contentPart({ type, text, media }, die) {
  if (type === "text") return textPart(text);
  if (media.url)
    return die.pick("image url", [
      { type: "image-url", url: media.url },
      { type: "file-url", url: media.url, mediaType: media.mediaType },
    ]);
  const { data, mediaType } = media;
  return die.pick("image", [
    { type: "image-data", data, mediaType },
    { type: "media", data, mediaType },
    { type: "file-data", data, mediaType, filename: "a.png" },
    { type: "image-file-id", fileId: { openai: "file-abc" } },
    { type: "file-id", fileId: "file-abc" },
    { type: "custom", providerOptions: { openai: { kind: "tool-reference" } } },
  ]);
}

export function outputOf(result) {
  const die = dice(result.roll);
  const { content, denied, isError } = result;
  if (denied) return die.pick("denied", [{ type: "execution-denied", reason: content }, { type: "execution-denied" }]);
  const json = Array.isArray(content) ? content.find(({ type }) => type === "json")?.value : undefined;
  if (json !== undefined && die.chance("json", 2)) return { type: isError ? "error-json" : "json", value: json };
  if (isError) return { type: "error-text", value: resultText(result).trim() ? resultText(result) : "failed" };
  if (typeof content === "string" && !(content.trim() && die.chance("content", 4))) {
    return { type: "text", value: content };
  }
  return {
    type: "content",
    value: resultBlocks(result).map((block, at) => contentPart(block, dice(result.roll + at))),
  };
}

const resultPart = (result) => ({
  type: "tool-result",
  toolCallId: result.id,
  toolName: result.name,
  output: outputOf(result),
});

/** A tool that the provider runs: call and result stand in the model's message. */
function hostedParts({ id, kind, input, output, failed }) {
  const own = { toolCallId: `srvtoolu_${id}`, toolName: kind === "search" ? "web_search" : "code_execution" };
  const value = kind === "search" ? [{ url: "https://example.com", title: output }] : { stdout: output };
  return [
    { type: "tool-call", ...own, input: { input }, providerExecuted: true },
    {
      type: "tool-result",
      ...own,
      output: failed ? { type: "error-json", value: { code: 1 } } : { type: "json", value },
    },
  ];
}

/** Calls that the user had to allow: the question, and the answer before the result. */
function approvals({ calls, results }, die) {
  const asked = calls.filter(({ roll }) => dice(roll).chance("approval", 8));
  const approvalId = ({ id }) => `approval-${id}`;
  const requests = asked.map((call) => ({
    type: "tool-approval-request",
    approvalId: approvalId(call),
    toolCallId: call.id,
  }));
  const answered = asked.filter((call) => results.some(({ id }) => id === call.id));
  const responses = answered.map((call) => {
    const denied = results.find(({ id }) => id === call.id).denied;
    const reason = denied && die.chance("reason", 2) ? "no" : undefined;
    return defined({ type: "tool-approval-response", approvalId: approvalId(call), approved: !denied, reason });
  });
  return { requests, responses };
}

function step({ thinking, text, hosted, ...rest }) {
  const die = dice(rest.roll);
  const { requests, responses } = approvals(rest, die);
  const calls = rest.calls.map(({ id, name, args, roll }) =>
    defined({ type: "tool-call", toolCallId: id, toolName: name, input: args, providerOptions: options(dice(roll)) }),
  );
  const content = [
    ...(thinking ? [reasoning(thinking)] : []),
    ...(text ? [textPart(text)] : []),
    ...(hosted ? hostedParts(hosted) : []),
    ...(die.chance("made a file", 20) ? [{ type: "file", data: "iVBORw0KGgo=", mediaType: "image/png" }] : []),
    ...calls,
    ...requests,
  ];
  const results = resultsOf(rest, die).map(resultPart);
  const tool = (parts) => (parts.length > 0 ? [{ role: "tool", content: parts }] : []);
  const answers = die.chance("apart", 2) ? [tool(responses), tool(results)] : [tool([...responses, ...results])];
  // Neighbouring tool messages are one for the AI SDK.
  const split = die.chance("each apart", 8) ? [tool(responses), ...results.map((part) => tool([part]))] : answers;
  return [{ role: "assistant", content }, ...split.flat()];
}

function final({ text, thinking, roll }) {
  if (!thinking) return [{ role: "assistant", content: dice(roll).pick("list", [text, [textPart(text)]]) }];
  return [{ role: "assistant", content: [reasoning(thinking), textPart(text)] }];
}

export function aiSdk(conversation) {
  const system = (text) => [
    defined({ role: "system", content: text, providerOptions: options(dice(conversation.roll)) }),
  ];
  return inOrder(conversation, { system, user, step, final });
}
