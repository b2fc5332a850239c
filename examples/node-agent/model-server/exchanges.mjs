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
 * Returns the refs of earlier calls, each by the line that replaced the call: a list names its refs at the end, in the
 * order of its lines.
 *
 * @param {any[]} messages
 * @returns {Map<string, string>}
 */
export function refsIn(messages) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { role, content } of messages) {
    const lines = role === "user" ? textOf(content).split("\n") : [];
    const [, spans] = /^- Full results, in order: (.+)$/.exec(lines.at(-1) ?? "") ?? [];
    if (!spans) continue;
    const refs = [...spans.matchAll(/#R(\d+)(?:-#R(\d+))?/g)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `#R${Number(from) + at}`),
    );
    const calls = lines.slice(1, -1).filter((line) => line.startsWith("- ") && !line.startsWith("- Said: "));
    if (calls.length === refs.length) calls.forEach((line, at) => void found.set(line.slice(2), refs[at] ?? ""));
  }
  return found;
}

/** @param {unknown} content */
function textOf(content) {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(({ text }) => text ?? "").join("\n") : "";
}
