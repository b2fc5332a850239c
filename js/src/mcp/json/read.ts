import { endOfString, parse } from "../../core.js";
import { type Json, type Members, Written } from "./tree.js";

/** Maximum number of values in a tree, so that no message exhausts the memory. */
const MOST_VALUES = 3_000_000;
/** Maximum depth; no message is deeper, and work on it would take seconds. */
const DEEPEST = 200_000;
/** Maximum number of literals that are shared by equal ones. */
const MOST_SHARED = 1000;
const LITERAL = /[^\s,\]}]+/y;

/**
 * Reads a JSON text that is known to be valid. Of members with the same name the last one counts, as in `JSON.parse`;
 * `repeats` is true if there are any. Not recursive, since the text may be nested deep.
 *
 * @throws Error for more than 3,000,000 values or 200,000 levels
 */
export function readTree(text: string): { readonly tree: Json; readonly repeats: boolean } {
  const root: Json[] = [];
  const parents: (Json[] | Members)[] = [];
  const shared = new Map<string, Written>();
  let into: Json[] | Members = root;
  let name: string | undefined;
  let [values, repeats] = [0, false];
  const add = (value: Json): void => {
    values += 1;
    if (values > MOST_VALUES) throw new Error(`more than ${MOST_VALUES} values`);
    if (Array.isArray(into)) into.push(value);
    else {
      repeats ||= into.has(name as string);
      into.set(name as string, value);
      name = undefined;
    }
  };
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    if (char === '"') {
      const end = endOfString(text, at);
      const string = stringIn(text.slice(at, end));
      at = end;
      if (!Array.isArray(into) && name === undefined) name = string;
      else add(string);
      continue;
    }
    if (char === "{" || char === "[") {
      const value: Json[] | Members = char === "[" ? [] : new Map<string, Json>();
      add(value);
      if (parents.push(into) > DEEPEST) throw new Error(`more than ${DEEPEST} levels`);
      into = value;
    } else if (char === "}" || char === "]") into = parents.pop() as Json[] | Members;
    else if (char > " " && char !== "," && char !== ":") {
      LITERAL.lastIndex = at;
      const [written = ""] = LITERAL.exec(text) ?? [];
      const value = shared.get(written) ?? new Written(written);
      if (shared.size < MOST_SHARED) shared.set(written, value);
      add(value);
      at += written.length - 1;
    }
    at += 1;
  }
  return { tree: root[0] as Json, repeats };
}

/** Reads a text as JSON; `undefined` if it is invalid, or too much. */
export function tryReadJson(text: string): Json | undefined {
  try {
    return parse(text) === undefined ? undefined : readTree(text).tree;
  } catch {
    return undefined;
  }
}

const stringIn = (quoted: string): string =>
  quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
