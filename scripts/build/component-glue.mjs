// The form of a component that jco writes, with faults of it mended.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../env.mjs";

/** The decoder drops a U+FEFF at the start of each string. */
const DECODER = "new TextDecoder()";
/** A number is taken modulo 2^32 or 2^64: -1 and NaN become limits in silence. */
const NUMBERS = /function toUint(?:32|64)\(val\) \{[^}]*\}\n/g;
/** The message is `[object Object] (see error.payload)`. */
const ERROR = / *class ComponentError extends Error \{\n(?: {4}.*\n)+ {2}\}\n/;

/** Destructured records, variables of cases, values that cross (flags, numbers, texts, lists), and unknown words. */
const STEP = new RegExp(
  [
    /var \{(?<fields>(?:\w+: v\d+_\d+,? ?)+)\} = (?<record>\w+);/,
    /var variant\d+ = (?<of>\w+);/,
    /(?<flag>\b(?:e|v\d+_\d+|arg\d+)) \? 1 : 0/,
    /\+(?<real>e|v\d+_\d+|arg\d+)(?=, true\))/,
    /toUint(?<bits>32|64)\((?<number>\w+)\)/,
    /(?<encode>(?<!function )_utf8AllocateAndEncode\()(?<text>\w+), /,
    /(?<vector>var v(?:ec|al)\d+ = )(?<list>\w+);(?=\s*var len)/,
    /throw new TypeError\(`"\$\{(?<word>val\d+)\}" is not one of the cases of [\w-]+`\);/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

const OWN = `
export class ComponentError extends Error {
  constructor(payload) {
    super(typeof payload === "string" ? payload : payload.message);
    if (payload.code) this.code = payload.code;
    Object.defineProperty(this, "payload", { value: payload, enumerable: typeof payload !== "string" });
  }
}
function refuse(name, value, rule) {
  const isData = typeof value === "object" || typeof value === "function";
  const shown = Array.isArray(value) ? "a list" : value && isData ? (typeof value === "object" ? "an object" : "a function") : typeof value === "string" ? JSON.stringify(value) : String(value);
  throw new ComponentError({ code: "INVALID_OPTION", message: name + ": " + shown + " is not " + rule });
}
function counted(value, most, name) {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (!isNumber || !(value >= 0)) refuse(name, value, "0 or more");
  return value > most ? most : value;
}
const flagged = (value, name) => (typeof value === "boolean" ? value : refuse(name, value, "true or false"));
const real = (value, name) => (typeof value === "number" ? value : refuse(name, value, "a number"));
const written = (value, name) => (typeof value === "string" ? value : refuse(name, value, "a string"));
const listed = (value, name, rule) => (Array.isArray(value) || ArrayBuffer.isView(value) ? value : refuse(name, value, rule));
function optionsOf(value, name, names) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(name || "options", value, "an object");
  const known = names.split(" ");
  for (const key in value) {
    if (known.includes(key) || value[key] === undefined) continue;
    const message = (name && name + ".") + key + ": is not an option; known are " + known.join(", ");
    throw new ComponentError({ code: "INVALID_OPTION", message });
  }
  return value;
}
const toUint32 = (value, name) => Number(counted(value, 4294967295, name)) >>> 0;
const toUint64 = (value, name) => {
  const number = counted(value, 18446744073709551615n, name);
  return typeof number === "bigint" ? number : BigInt(Math.floor(number));
};
`;

/** Mends what jco wrote. Numbers too large for their type become the largest: as limits both mean none. */
export function mended(source) {
  for (const [what, there] of Object.entries({ DECODER, NUMBERS, ERROR, STEP })) {
    if (source.search(there instanceof RegExp ? new RegExp(there.source) : escaped(there)) < 0)
      throw new Error(`jco writes no ${what} as it did: see whether its fault is mended`);
  }
  const options = optionRecords();
  const names = new Map();
  let at = "";
  // A case of a case has the name of the outer one.
  const nameAt = (variable, before) =>
    nameIn(variable === "e" || variable.startsWith("val") ? at : variable, names, before);
  const step = (...match) => {
    const [written, { fields, record, of, flag, real, bits, number, encode, text, vector, list, word }] = [
      match[0],
      match.at(-1),
    ];
    const nameOf = (variable) => nameAt(variable, plain.slice(0, match.at(-3)));
    if (fields) {
      const pairs = [...fields.matchAll(/(\w+): (\w+)/g)];
      // Options that are an argument have no name of their own.
      const name = nameOf(record).replace(/^argument \d+$/, "");
      const known = pairs.map(([, field]) => field).join(" ");
      const path = options.has(known) && name ? `${name}.` : "";
      for (const [, field, variable] of pairs) names.set(variable, path + field);
      return options.has(known)
        ? `var {${fields}} = optionsOf(${record}, ${quoted(name)}, ${quoted(known)});`
        : written;
    }
    if (of) {
      at = of === "e" ? at : of;
      return written;
    }
    if (flag) return `flagged(${flag}, ${quoted(nameOf(flag))}) ? 1 : 0`;
    if (real) return `real(${real}, ${quoted(nameOf(real))})`;
    if (bits) return `toUint${bits}(${number}, ${quoted(nameOf(number))})`;
    if (encode) return `${encode}written(${text}, ${quoted(nameOf(text))}), `;
    if (vector) {
      const rule = vector.includes("vec") ? "a list" : "bytes";
      return `${vector}listed(${list}, ${quoted(nameOf(list))}, ${quoted(rule)});`;
    }
    const before = plain.slice(0, match.at(-3));
    const cases = [...before.slice(before.lastIndexOf(`switch (${word})`)).matchAll(/case '([\w-]+)'/g)];
    const rule = `one of ${cases.map(([, name]) => `"${name}"`).join(", ")}`;
    return `refuse(${quoted(nameOf(word))}, ${word}, ${quoted(rule)});`;
  };
  const plain = source
    .replace(DECODER, 'new TextDecoder("utf-8", { ignoreBOM: true })')
    .replace(NUMBERS, "")
    .replace(ERROR, "");

  return `${plain.replace(STEP, step)}${OWN}`;
}

/** The fields of each record of options, as JavaScript spells them. */
const optionRecords = () =>
  new Set(
    [...interfaces().matchAll(/record [\w-]*(?:options|request) \{\n((?:.*\n)*?) {4}\}/g)].map(([, body]) =>
      [...body.matchAll(/^ *%?([\w-]+):/gm)]
        .map(([, field]) => field.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()))
        .join(" "),
    ),
  );

const interfaces = () =>
  readdirSync(join(root, "wit"))
    .map((file) => readFileSync(join(root, "wit", file), "utf8"))
    .join("\n");

/** Parameters have no names there: they are counted in the function that is begun in `before`. */
function nameIn(variable, names, before) {
  if (!/^arg\d+$/.test(variable)) return names.get(variable) ?? variable;
  const [, parameters] = [...before.matchAll(/function \w+\(((?:arg\d+(?:, )?)+)\)/g)].at(-1) ?? [];
  return `argument ${(parameters?.split(", ").indexOf(variable) ?? -1) + 1}`;
}

const quoted = (text) => JSON.stringify(text);

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
