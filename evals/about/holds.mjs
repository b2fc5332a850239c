/** JSON without the blanks between its signs. */
const compact = (text) => text.replaceAll(/([:,]) /g, "$1");

/** Returns `true` if a fact stands in a text as it is, or as JSON writes it. */
export const holds = (text, fact, kind) =>
  text.includes(fact) ||
  text.includes(JSON.stringify(fact).slice(1, -1)) ||
  (kind === "json" && compact(text).includes(compact(fact)));
