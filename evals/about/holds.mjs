/** Returns `true` if a fact stands in a text as it is, or as JSON writes it. */
export const holds = (text, fact) => text.includes(fact) || text.includes(JSON.stringify(fact).slice(1, -1));
