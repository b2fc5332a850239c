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

/**
 * Returns the ref that a summary names: that of a list of the results of earlier calls, or of the one result.
 *
 * @param {any[]} messages
 * @returns {string | undefined}
 */
export function listedIn(messages) {
  const lastLines = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => textOf(content).split("\n").at(-1));
  const named = lastLines.map((line) => /^- Full results, in order: (#\w{8})$/.exec(line ?? "")?.[1]);
  return named.findLast((ref) => ref !== undefined);
}

/** @param {unknown} content */
function textOf(content) {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(({ text }) => text ?? "").join("\n") : "";
}
