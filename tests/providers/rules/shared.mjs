// What the rule tables of the four providers have in common.
//
// A rule: { name, says, source, confidence, check(body) }
//   says        the provider's wording, with {placeholders} for what changes
//   source      where the wording or the condition is known from
//   confidence  "documented" (the provider's own page or SDK types),
//               "reported" (a real answer quoted in public), or "assumed"
//   check       undefined, or { message, param?, code?, status? }
//
// The tables are written from outside evidence only and know nothing of the library under test.

/** "{a} is {b}" with { a: 1, b: 2 } → "1 is 2" */
const fill = (says, values) => says.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));

/** The wording as a pattern: every placeholder may stand for anything. */
export function wording(rule) {
  const literal = rule.says.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(literal.join("[\\s\\S]*?"));
}

/**
 * Each entry has `find(body)` in place of `check`: it returns the values for the placeholders of `says`
 * (plus `at`: param, code, status of the provider's error body), or undefined.
 */
export const defineRules = (entries) =>
  entries.map(({ find, ...rule }) => ({
    ...rule,
    check(body) {
      const found = find(body);
      return found && { message: fill(rule.says, found), ...found.at };
    },
  }));

/** First violation in the order of the table. */
export function firstViolation(rules, body) {
  for (const rule of rules) {
    const violation = rule.check(body);
    if (violation) return { rule: rule.name, ...violation };
  }
  return undefined;
}

/** First truthy result of `visit` over a list. */
export function first(list, visit) {
  for (let i = 0; i < list.length; i += 1) {
    const found = visit(list[i], i);
    if (found) return found;
  }
  return undefined;
}

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const asList = (value) => (Array.isArray(value) ? value : []);

/** 'a', 'b' and 'c' as OpenAI lists them in an error. */
export function quoted(values) {
  const all = values.map((value) => `'${value}'`);
  if (all.length < 3) return all.join(" and ");
  return `${all.slice(0, -1).join(", ")}, and ${all.at(-1)}`;
}

/** The name of a JSON type as OpenAI words it. */
export function gotType(value) {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a decimal number";
  return `a ${typeof value}`;
}

/** OpenAI's error body, the same for Chat Completions and Responses. */
export const openaiError = ({ message, param = null, code = null, status = 400 }) => ({
  status,
  body: { error: { message, type: "invalid_request_error", param, code } },
});

/** Values and error fields of OpenAI's most common complaints about one field. */
export const required = (param) => ({ param, at: { param, code: "missing_required_parameter" } });
export const wrongType = (param, value) => ({ param, got: gotType(value), at: { param, code: "invalid_type" } });
