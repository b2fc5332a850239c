// Messages as objects of which nothing is lost: numbers keep their digits, and members their order.
import { randomUUID } from "node:crypto";
import { endOfString, objects } from "../core.js";

/** Maximum depth; no message is deeper, and work on it would take seconds. */
const DEEPEST = 200_000;
/** Longer numbers become strings: they may be cut like texts. */
const LONGEST_NUMBER = 100;
/** Beginning of strings and names that stand for numbers and for names like `7`. No server can guess it. */
const MARK = randomUUID();
/** A quote or a bracket; or a number that may be written otherwise by JavaScript. */
const TOKEN = /["[\]{}]|-?\d+[.eE][\d.eE+-]*|-?\d{16,}|-0/g;
const NAME_END = /\s*:/y;
const MARKED_NUMBER = new RegExp(`"${MARK}([-+.\\deE]+)"(?!:)`, "g");
const MARKED_NAME = new RegExp(`"${MARK}(\\d+)"(?=:)`, "g");

/** Passes over the tokens of a valid JSON text; `replaced` returns what stands in place of one. */
function scan(text: string, replaced: (token: string, isName: boolean) => string | undefined): string {
  const pieces: string[] = [];
  let [done, depth] = [0, 0];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const { 0: token, index } = found;
    if (token === "]" || token === "}") depth -= 1;
    else if (token === "[" || token === "{") {
      depth += 1;
      if (depth > DEEPEST) throw new Error(`more than ${DEEPEST} levels`);
    } else {
      const end = token === '"' ? endOfString(text, index) : index + token.length;
      TOKEN.lastIndex = end;
      NAME_END.lastIndex = end;
      const isName = token === '"' && NAME_END.test(text);
      const instead = token === '"' && !isName ? undefined : replaced(text.slice(index, end), isName);
      if (instead === undefined) continue;
      pieces.push(text.slice(done, index), instead);
      done = end;
    }
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(done);
}

/** Reads a JSON text that is known to be valid. @throws Error for more than 200,000 levels */
export const readJson = (text: string): unknown =>
  JSON.parse(
    scan(text, (token, isName) => {
      if (isName) return /^"\d+"$/.test(token) ? `"${MARK}${token.slice(1)}` : undefined;
      if (String(Number(token)) === token) return undefined;
      return token.length > LONGEST_NUMBER ? `"${token}"` : `"${MARK}${token}"`;
    }),
  );

/** Writes what was read, or a part of it: compact, or with an indentation. */
export const writeJson = (value: unknown, indent?: string): string =>
  (objects.json(value, indent) ?? "null").replace(MARKED_NUMBER, "$1").replace(MARKED_NAME, '"$1"');

/** Returns a text that was read as the server wrote it, if it was a number. */
export const unmarked = (text: string): string => text.replaceAll(MARK, "");

/** Counts the members of objects; of those with one name all count. */
export function membersIn(text: string): number {
  let names = 0;
  scan(text, (_, isName) => {
    if (isName) names += 1;
    return undefined;
  });
  return names;
}

/** Access of the limiter. */
export const access = {
  json: writeJson,
  read(json: string): unknown {
    try {
      return readJson(json);
    } catch {
      return undefined;
    }
  },
};
