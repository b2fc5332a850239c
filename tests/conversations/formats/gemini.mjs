// Contents of Google's Gemini. The system text is no content: it is the request's `systemInstruction`.
import { dice } from "../dice.mjs";
import { inOrder, resultBlocks, resultText } from "./shared.mjs";

function mediaPart({ mediaType, data, url, name }) {
  if (url) return { fileData: { fileUri: url, mimeType: mediaType } };
  return { inlineData: { mimeType: mediaType, data, ...(name && { displayName: name }) } };
}

function user({ text, media, roll }) {
  const die = dice(roll);
  const parts = media ? die.shuffled("media", [{ text }, mediaPart(media)]) : [{ text }];
  if (media?.kind === "file" && die.chance("resolution", 2)) {
    parts[0] = { ...parts[0], mediaResolution: { level: "MEDIA_RESOLUTION_LOW" } };
  }
  return [{ role: "user", parts }];
}

function response(result, { ids }) {
  const die = dice(result.roll);
  const text = resultText(result);
  const key = result.isError ? "error" : die.pick("key", ["output", "result", "content"]);
  const json = Array.isArray(result.content) && result.content.find(({ type }) => type === "json")?.value;
  const plain = json && typeof json === "object" && !Array.isArray(json) ? json : { [key]: text };
  const functionResponse = { ...(ids && { id: result.id }), name: result.name, response: plain };
  const images = result.isError ? [] : resultBlocks(result).filter(({ media }) => media?.data);
  if (images.length > 0) functionResponse.parts = images.map(({ media }) => mediaPart(media));
  return { functionResponse };
}

/** Python to run and what it gave, or a search that Gemini makes itself. */
function hostedParts({ id, kind, input, output, failed, roll }, { ids }) {
  const own = ids ? { id } : {};
  if (kind === "search" && dice(roll).chance("tool call", 2)) {
    return [
      { toolCall: { ...own, toolType: "GOOGLE_SEARCH_WEB", args: { queries: [input] } } },
      { toolResponse: { ...own, toolType: "GOOGLE_SEARCH_WEB", response: { output } } },
    ];
  }
  return [
    { executableCode: { ...own, language: "PYTHON", code: input } },
    { codeExecutionResult: { ...own, outcome: failed ? "OUTCOME_FAILED" : "OUTCOME_OK", output } },
  ];
}

const thought = ({ text, redacted }) => (redacted ? [] : [{ text, thought: true }]);

function step({ thinking, text, hosted, calls, ...rest }, style) {
  const die = dice(rest.roll);
  const signature = thinking?.signature ?? "c2lnbmF0dXJl";
  const parts = [
    ...(thinking ? thought(thinking) : []),
    ...(text ? [{ text }] : []),
    ...(hosted ? hostedParts(hosted, style) : []),
    ...calls.map(({ id, name, args, roll }) => {
      const bare = Object.keys(args).length === 0 && dice(roll).chance("no args", 2);
      return { functionCall: { ...(style.ids && { id }), name, ...(bare ? {} : { args }) } };
    }),
  ];
  // The first call of a step has the signature; without calls the last part may.
  const first = parts.findIndex(({ functionCall }) => functionCall);
  const signed = first >= 0 ? first : thinking ? parts.length - 1 : undefined;
  if (style.signed && signed !== undefined) parts[signed] = { ...parts[signed], thoughtSignature: signature };
  // Without ids only the order tells whose response it is.
  const results = style.ids && die.chance("order", 3) ? die.shuffled("order", rest.results) : rest.results;
  const responses = results.map((result) => response(result, style));
  const messages = [{ role: "model", parts }];
  return responses.length > 0 ? [...messages, { role: style.answerer, parts: responses }] : messages;
}

function final({ text, thinking }, style) {
  const parts = [...(thinking ? thought(thinking) : []), { text }];
  if (thinking && style.signed) parts[parts.length - 1].thoughtSignature = thinking.signature;
  return [{ role: "model", parts }];
}

/** What one role says in a row is one content: always so for the model; what a user says may stand beside responses. */
function merged(contents, { beside }) {
  const list = [];
  for (const content of contents) {
    const last = list.at(-1);
    if (last?.role === content.role && (content.role === "model" || !beside))
      last.parts = [...last.parts, ...content.parts];
    else list.push({ ...content });
  }
  return list;
}

export function gemini(conversation) {
  const die = dice(conversation.roll);
  const style = {
    ids: die.chance("ids", 2),
    // Gemini 3 demands signatures.
    signed: die.chance("signed", 2),
    beside: die.chance("beside", 3),
    answerer: die.pick("answerer", ["user", "user", "user", "function"]),
  };
  const contents = inOrder(conversation, { user, step: (one) => step(one, style), final: (one) => final(one, style) });
  return merged(contents, style);
}

const opaque = new Set(["args", "response"]);
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function snakeCased(value) {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [snake(key), opaque.has(key) ? own : snakeCased(own)]),
  );
}

/** As Python's client dumps them. It writes `null` for what is not there, at times. */
export function geminiPython(conversation) {
  const contents = snakeCased(gemini(conversation));
  if (!dice(conversation.roll).chance("nulls", 2)) return contents;
  return contents.map(({ parts, role }) => ({
    parts: parts.map((part) => ({ thought_signature: null, ...part })),
    role,
  }));
}
