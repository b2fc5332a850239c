// What is kept of each request, for what a conversation takes and costs.

/** The items one by one, so that a list that only grew begins with the one before. */
export const serialized = ({ instructions, tools, input }) =>
  [JSON.stringify([instructions ?? "", tools ?? []]), ...[input].flat().map((item) => JSON.stringify(item))].join("\n");

/**
 * What the endpoint bills: four UTF-16 units of texts, names, arguments and schemas are a token, and each item takes
 * four more.
 */
export function tokensOf({ instructions = "", tools = [], input }) {
  const items = typeof input === "string" ? [{ content: input }] : input;
  const schemas = tools.length > 0 ? JSON.stringify(tools) : "";
  const units = items.reduce((sum, item) => sum + unitsOf(item), instructions.length + schemas.length);
  return Math.ceil(units / 4) + 4 * items.length;
}

function unitsOf({ content, name = "", arguments: args = "", output }) {
  const inParts = (parts) =>
    typeof parts === "string" ? parts.length : (parts ?? []).reduce((sum, { text = "" }) => sum + text.length, 0);
  return name.length + args.length + inParts(content) + inParts(output);
}

/** UTF-16 units that both begin with. */
export function commonPrefix(one, other) {
  const most = Math.min(one.length, other.length);
  // Halved until the place is found: comparing by slices is done natively.
  let [same, differs] = [0, most + 1];
  while (differs - same > 1) {
    const middle = (same + differs) >> 1;
    if (one.slice(0, middle) === other.slice(0, middle)) same = middle;
    else differs = middle;
  }
  return same;
}

/**
 * Of the requests of one conversation that were answered: how many, the largest, how many changed what the one before
 * had sent, and what a prompt cache makes of it (in UTF-16 units of plain input; 0.1 to read, 1.25 to write).
 */
export function sumUp(requests) {
  const answered = requests.filter(({ rule }) => rule === undefined);
  let rewrites = 0;
  let cost = 0;
  for (const [at, { text }] of answered.entries()) {
    const before = at > 0 ? answered[at - 1].text : "";
    const common = commonPrefix(before, text);
    if (common < before.length) rewrites += 1;
    cost += 0.1 * common + 1.25 * (text.length - common);
  }
  return {
    requests: answered.length,
    refused: requests.length - answered.length,
    largest: Math.max(0, ...answered.map(({ text }) => text.length)),
    rewrites,
    cost: Math.round(cost),
  };
}
