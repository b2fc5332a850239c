// Inputs of golden files as the component takes them, and results as the files write them.

/** A text from its pieces. */
export const build = (pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join("");

/** Options: fields in kebab-case are in camelCase here, but `true` and `false` are no records. */
export const optionsFor = ({ rescue, clean, ...options }) => ({
  ...options,
  rescue: typeof rescue === "boolean" ? { on: rescue } : rescue,
  clean: clean === true ? { ansi: true, carriageReturns: true, repeatedLines: true, base64: true } : clean || undefined,
});

/** Options of values, their limits as a list and their strings as a variant. */
export const valueOptionsFor = ({ limits, strings, ...options }) => ({
  ...options,
  limits: limits && Object.entries(limits).map(([path, limit]) => [path, limitFor(limit)]),
  strings: strings && (strings === "replace" ? { tag: "replace" } : { tag: "trim", val: optionsFor(strings) }),
});

function limitFor({ maxItems, maxKeys, ...text }) {
  return { maxItems, maxKeys, text: Object.keys(text).length > 0 ? optionsFor(text) : undefined };
}

/** Whether a step of a store can be put to the component: lines are a span, and there are no names of options that are none. */
export const isTypedStep = ({ error }) => !error || !/ is not a line or a span | is not an option/.test(error.message);

/** A part of a text, its lines as a span. */
export function partFor({ lines, ...options }) {
  if (lines === undefined) return options;
  const [, first, dash, last] = /^\s*([\d,]+)\s*([-:,]?)\s*([\d,]*)\s*$/.exec([lines].flat().join("-")) ?? [];
  const number = (text) => Number(text.replaceAll(",", ""));
  const end = dash === "" ? number(first) : last === "" ? undefined : number(last);
  return { ...options, lines: { first: number(first), last: end } };
}

/** Of many ids only the number. */
export function shortened({ recentCallIds, truncatedCallIds, ...truncation }) {
  const ids = (all) => (all.length > 25 ? all.length : all);
  return { ...truncation, recentCallIds: ids(recentCallIds), truncatedCallIds: ids(truncatedCallIds) };
}

/** A repair, its messages and edits as values. */
export const repaired = ({ messages, edits, reason = null, ...rest }) => ({
  ...{ messages: JSON.parse(messages), edits: JSON.parse(edits), reason },
  ...rest,
});

/** A conversation that was compacted, all of it as values. */
export const compacted = ({ messages, edits, report, state, notice = null, ...rest }) => ({
  ...{ messages: JSON.parse(messages), edits: JSON.parse(edits), report: JSON.parse(report), state: JSON.parse(state) },
  ...{ notice, ...rest },
});
