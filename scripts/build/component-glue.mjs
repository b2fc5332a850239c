// The form of a component that jco writes, with faults of it mended.

/** The decoder drops a U+FEFF at the start of each string. */
const DECODER = "new TextDecoder()";
/** A number is taken modulo 2^32 or 2^64: -1 and NaN become limits in silence. */
const NUMBERS = /function toUint(?:32|64)\(val\) \{[^}]*\}\n/g;
/** The message is `[object Object] (see error.payload)`. */
const ERROR = / *class ComponentError extends Error \{\n(?: {4}.*\n)+ {2}\}\n/;

/** Fields of a record, the variable that a case is of, and a number that crosses. */
const STEP = /(\w+): (v\d+_\d+)|var variant\d+ = (\w+);|toUint(32|64)\((\w+)\)/g;

const OWN = `
class ComponentError extends Error {
  constructor(payload) {
    super(typeof payload === "string" ? payload : payload.message);
    Object.defineProperty(this, "payload", { value: payload, enumerable: typeof payload !== "string" });
  }
}
function counted(value, most, name) {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (!isNumber || !(value >= 0)) {
    const shown = isNumber ? String(value) : typeof value;
    throw new ComponentError({ code: "INVALID_OPTION", message: name + ": " + shown + " is not 0 or more" });
  }
  return value > most ? most : value;
}
const toUint32 = (value, name) => Number(counted(value, 4294967295, name)) >>> 0;
const toUint64 = (value, name) => {
  const number = counted(value, 18446744073709551615n, name);
  return typeof number === "bigint" ? number : BigInt(Math.floor(number));
};
`;

/** Mends what jco wrote. Numbers too large for their type become the largest: as limits both mean none. */
export function mended(source) {
  for (const [what, there] of Object.entries({ DECODER, NUMBERS, ERROR })) {
    if (source.search(there instanceof RegExp ? new RegExp(there.source) : escaped(there)) < 0)
      throw new Error(`jco writes no ${what} as it did: see whether its fault is mended`);
  }
  const names = new Map();
  let at = "";
  return `${source
    .replace(DECODER, 'new TextDecoder("utf-8", { ignoreBOM: true })')
    .replace(NUMBERS, "")
    .replace(ERROR, "")
    .replace(STEP, (written, field, variable, of, bits, number) => {
      if (field) names.set(variable, field);
      // A case of a case has the name of the outer one.
      else if (of) at = of === "e" ? at : of;
      else return `toUint${bits}(${number}, ${JSON.stringify(nameOf(number === "e" ? at : number, names))})`;
      return written;
    })}${OWN}`;
}

/** Parameters have no names there: `arg1` is the second. */
const nameOf = (variable, names) =>
  names.get(variable) ?? variable.replace(/^arg(\d+)$/, (_, n) => `argument ${+n + 1}`);

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
