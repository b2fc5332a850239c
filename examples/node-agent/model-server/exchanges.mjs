/**
 * A call and its result, as the model reads them in a request.
 *
 * @typedef {object} Exchange
 * @property {string} name
 * @property {Record<string, any>} input
 * @property {string} result
 */

/** @param {any[]} messages @returns {Exchange[]} */
export function exchangesOf(messages) {
  const results = new Map(
    messages.filter(({ role }) => role === "tool").map((each) => [each.tool_call_id, textOf(each.content)]),
  );
  return messages
    .flatMap(({ tool_calls: calls }) => calls ?? [])
    .map(({ id, function: { name, arguments: json } }) => ({
      name,
      input: JSON.parse(json),
      result: results.get(id) ?? "",
    }));
}

/** @param {unknown} content */
function textOf(content) {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(({ text }) => text ?? "").join("\n") : "";
}
