// Writes another text for a result into messages of six formats.

const TEXT_OF = { tool_result: "content", toolResult: "content", function_call_output: "output" };

/** Returns a copy of the message in which the result number `index` is `text`. */
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
