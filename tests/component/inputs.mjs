// Inputs of golden files as the component takes them, and results as the files write them.

/** A text from its pieces. */
export const build = (pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join("");

/** Options: fields in kebab-case are in camelCase here, but `true` is no record. */
export const optionsFor = ({ rescue, clean, ...options }) => ({
  ...options,
  rescue: typeof rescue === "boolean" ? { on: rescue } : rescue,
  clean: clean === true ? { ansi: true, carriageReturns: true, repeatedLines: true, base64: true } : clean,
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

/** Whether a case can be put to the component, which knows no values of a wrong type. */
export const isTyped = ({ error }) => !error || / is not a number from /.test(error.message);

/** The same for a step of a store: lines are a span, and there are no names of options that are none. */
export const isTypedStep = ({ error }) => !error || !/ is not a line or a span | is not an option/.test(error.message);

/** A part of a text, its lines as a span. */
export function partFor({ lines, ...options }) {
  if (lines === undefined) return options;
  const [, first, dash, last] = /^\s*([\d,]+)\s*([-:,]?)\s*([\d,]*)\s*$/.exec([lines].flat().join("-")) ?? [];
  const number = (text) => Number(text.replaceAll(",", ""));
  const end = dash === "" ? number(first) : last === "" ? undefined : number(last);
  return { ...options, lines: { first: number(first), last: end } };
}

/** Calls, with arguments as JSON text. */
export const historyFor = (history) =>
  history.map(({ args, result, isError = false, ...call }) => ({
    ...call,
    args: args === null ? undefined : JSON.stringify(args),
    result: build(result),
    isError,
  }));

/** A config, its threshold as a variant and its categories as a list. */
export const configFor = ({ truncationThreshold, categories, ...config }, reference = false) => ({
  ...config,
  dialect: reference ? "reference" : undefined,
  truncationThreshold: truncationThreshold === undefined ? undefined : threshold(truncationThreshold, reference),
  categories: categories && Object.entries(categories),
});

function threshold(value, reference) {
  // A bare number counts tokens in the dialect of the reference.
  if (typeof value === "number") return { tag: reference ? "tokens" : "written", val: value };
  if ("share" in value) return { tag: "share", val: { share: value.share, of: budget(value.of) } };
  return budget(value);
}

const budget = (size) => Object.entries(size).map(([tag, val]) => ({ tag, val }))[0];

/** Of many ids only the number. */
export function shortened({ recentCallIds, truncatedCallIds, ...truncation }) {
  const ids = (all) => (all.length > 25 ? all.length : all);
  return { ...truncation, recentCallIds: ids(recentCallIds), truncatedCallIds: ids(truncatedCallIds) };
}

/** A call that was extracted, its arguments as a value. */
export const extracted = ({ call: { callId, name, args, result, isError }, resultPath = null, ...rest }) => ({
  ...{ callId, name, args: args === undefined ? null : JSON.parse(args), result, isError },
  ...{ ...rest, resultPath },
});

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
