// JSON as it is written, token by token: what parsing and writing it again would lose.

import { endOfString } from "../core.js";

/** A token of JSON: the quote of a string, a bracket or the like, a number or a word. */
const TOKEN = /"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Yields the tokens of a JSON text. Strings are not matched: a long one would take the whole stack. */
function* tokensOf(json: string): Generator<string> {
  const token = new RegExp(TOKEN);
  for (let found = token.exec(json); found; found = token.exec(json)) {
    if (found[0] === '"') token.lastIndex = endOfString(json, found.index);
    yield json.slice(found.index, token.lastIndex);
  }
}

/** True if a text is the JSON of the other one but for white space and escapes: no number and no member is lost. */
export function isSameJson(one: string, other: string): boolean {
  const others = tokensOf(other);
  const text = (token: string) => (token.startsWith('"') && token.includes("\\") ? JSON.parse(token) : token);
  for (const token of tokensOf(one)) {
    const { value } = others.next();
    if (value === undefined || (value !== token && text(value) !== text(token))) return false;
  }
  return others.next().done === true;
}

/** Returns the first number of a JSON text, or of JSON Lines, that becomes another one when it is read. */
export function lostNumber(text: string): string | undefined {
  // Up to 15 digits, without an exponent of three, are always held.
  if (!/\d[\d.]{15}|\d[eE][+-]?\d{3}/.test(text)) return undefined;
  if (isJson(text)) return lostIn(text);
  for (const line of text.split("\n")) {
    const lost = isJson(line) ? lostIn(line) : undefined;
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function lostIn(json: string): string | undefined {
  for (const token of tokensOf(json)) {
    if (/^[-\d]/.test(token) && digitsOf(token) !== digitsOf(String(Number(token)))) return token;
  }
  return undefined;
}

/** Returns a number as its digits and an exponent, the same for `1.50`, `1.5` and `15e-1`. */
function digitsOf(number: string): string {
  const [, sign, whole = "", part = "", exponent = "0"] = /^(-?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(number) ?? [
    number,
  ];
  const digits = (whole + part).replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  return short === "" ? "0" : `${sign}${short}e${Number(exponent) - part.length + digits.length - short.length}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ""));
    return true;
  } catch {
    return false;
  }
}
