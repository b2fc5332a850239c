// Writing into messages of six formats: another text for a result, other strings everywhere.

const TEXT_OF = { tool_result: "content", toolResult: "content", function_call_output: "output" };

/** A copy of the message in which the result number `index` says `text`. */
export function withResult(message, index, text) {
  if (message.role === "tool" && message.tool_call_id !== undefined) return { ...message, content: text };
  if (/call_output$/.test(message.type ?? "")) return { ...message, output: text };
  const key = message.parts ? "parts" : "content";
  let seen = -1;
  const parts = message[key].map((part) => {
    const type = part.functionResponse ? "functionResponse" : (part.type ?? part.kind);
    if (!/^(?:tool_result|toolResult|tool-result|functionResponse)$/.test(type)) return part;
    seen += 1;
    return seen === index ? replaced(part, type, text) : part;
  });
  return { ...message, [key]: parts };
}

function replaced(part, type, text) {
  if (type === "functionResponse") {
    const { error } = part.functionResponse.response ?? {};
    const response = error === undefined ? { output: text } : { error: text };
    return { ...part, functionResponse: { ...part.functionResponse, response } };
  }
  if (type === "tool-result") {
    const failed = /error/.test(part.output?.type ?? "");
    return { ...part, output: { type: failed ? "error-text" : "text", value: text } };
  }
  return { ...part, [TEXT_OF[type]]: type === "toolResult" ? [{ kind: "text", value: text }] : text };
}

const ARGUMENTS = new Set(["input", "args", "arguments"]);
const RESULTS = new Set(["output", "response"]);
const IDS = new Set(["id", "call_id", "tool_call_id", "tool_use_id", "toolCallId", "callId"]);

/** Each string through `text`, each id of a call or item through `id`. Arguments that are JSON stay JSON. */
export function mapStrings(value, { text, id }, key = "", isData = false) {
  if (typeof value === "string") {
    if (IDS.has(key) && !isData) return id(value);
    if (["type", "kind", "role", "name", "toolName", "signature"].includes(key) && !isData) return value;
    return key === "arguments" ? mapJson(value, text) : text(value);
  }
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, { text, id }, key, isData));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      mapStrings(each, { text, id }, name, isData || ARGUMENTS.has(name) || RESULTS.has(name)),
    ]),
  );
}

function mapJson(json, text) {
  try {
    return JSON.stringify(mapStrings(JSON.parse(json), { text, id: text }, "", true));
  } catch {
    return text(json);
  }
}
