/** A number, or a whole value, as written JSON: keeps digits that JavaScript numbers would lose. */
export class Written {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/**
 * Base64 that stays whole and does not count toward the limit for texts. A class marks it, since a server could print
 * any textual mark.
 */
export class Kept extends Written {
  constructor(base64: string) {
    super(JSON.stringify(base64));
  }
}

/** The kept part of a string that was too long to be held. */
export class Shortened {
  readonly text: string;
  /** Number of chars of the whole string. */
  readonly chars: number;
  /** Number of chars that are not in `text`. */
  readonly omitted: number;
  constructor(text: string, chars: number, omitted: number) {
    this.text = text;
    this.chars = chars;
    this.omitted = omitted;
  }
}

/** Members of an object, in order; names may repeat, or be `__proto__`. */
export class Members {
  readonly entries: [name: string, value: Json][] = [];
  /** Number of members beyond the bound, which are not held. */
  dropped = 0;

  get(name: string): Json | undefined {
    // The last one counts, as in JSON.parse.
    for (let at = this.entries.length - 1; at >= 0; at -= 1) {
      const entry = this.entries[at];
      if (entry?.[0] === name) return entry[1];
    }
    return undefined;
  }

  /** Returns a copy with one member replaced or added; `undefined` removes it. */
  with(name: string, value: Json | undefined): Members {
    const copy = new Members();
    let done = value === undefined;
    for (const [key, old] of this.entries) {
      if (key !== name) copy.entries.push([key, old]);
      else if (!done && value !== undefined) {
        copy.entries.push([key, value]);
        done = true;
      }
    }
    if (!done && value !== undefined) copy.entries.push([name, value]);
    return copy;
  }

  /** Returns the object with each name once, with its last value; `this` if no name repeats. */
  unique(): Members {
    const last = new Map(this.entries);
    if (last.size === this.entries.length) return this;
    const copy = new Members();
    copy.dropped = this.dropped;
    for (const entry of last) copy.entries.push(entry);
    return copy;
  }

  static of(object: Readonly<Record<string, Json>>): Members {
    const members = new Members();
    for (const entry of Object.entries(object)) members.entries.push(entry);
    return members;
  }
}

/** Items of a list. */
export class Items {
  readonly list: Json[];
  /** Number of items beyond the bound, at the end, which are not held. */
  dropped = 0;
  constructor(list: Json[] = []) {
    this.list = list;
  }
}

/** A JSON value that keeps what `JSON.parse` loses: digits of numbers, and repeated names. */
export type Json = string | Shortened | Written | Members | Items;

/** Converts a value to a leaf of a tree with `JSON.stringify`. */
export const toJson = (value: unknown): Written => new Written(JSON.stringify(value));

/** Writes a leaf as JSON. */
type WriteLeaf = (leaf: string | Shortened | Written) => string;

const writeLeaf: WriteLeaf = (leaf) =>
  leaf instanceof Written ? leaf.json : JSON.stringify(leaf instanceof Shortened ? leaf.text : leaf);

/** Maximum depth that is indented: the white space of deeper values would be longer than they are. */
const DEEPEST_INDENT = 32;

/** Writes a tree as JSON: compact, or with one member or item per line. Not recursive, since trees may be deep. */
export function writeJson(tree: Json, indent?: string, leaf: WriteLeaf = writeLeaf): string {
  if (!(tree instanceof Members || tree instanceof Items)) return leaf(tree);
  const written: string[] = [];
  const open: { readonly value: Members | Items; at: number }[] = [{ value: tree, at: 0 }];
  const lineAt = (depth: number): string =>
    indent === undefined || depth > DEEPEST_INDENT ? "" : `\n${indent}${"  ".repeat(depth)}`;
  const colon = indent === undefined ? ":" : ": ";
  for (let top = open[0]; top; top = open.at(-1)) {
    const { value, at } = top;
    const isList = value instanceof Items;
    const next = isList ? value.list[at] : value.entries[at]?.[1];
    if (at === 0) written.push(isList ? "[" : "{");
    if (next === undefined) {
      open.pop();
      if (at > 0) written.push(lineAt(open.length));
      written.push(isList ? "]" : "}");
      continue;
    }
    top.at += 1;
    written.push(at > 0 ? "," : "", lineAt(open.length));
    if (!isList) written.push(JSON.stringify(value.entries[at]?.[0]), colon);
    if (next instanceof Members || next instanceof Items) open.push({ value: next, at: 0 });
    else written.push(leaf(next));
  }
  return written.join("");
}

/** Returns the JavaScript value of a string, number, boolean or `null`; `undefined` for lists and objects. */
export function scalarOf(value: Json | undefined): string | number | boolean | null | undefined {
  if (typeof value === "string") return value;
  if (!(value instanceof Written)) return undefined;
  const parsed: unknown = JSON.parse(value.json);
  return typeof parsed === "object" && parsed !== null ? undefined : (parsed as string | number | boolean | null);
}

/** Returns the text of a string; `undefined` for other values. */
export function textOf(value: string | Shortened): string;
export function textOf(value: Json | undefined): string | undefined;
export function textOf(value: Json | undefined): string | undefined {
  return value instanceof Shortened ? value.text : typeof value === "string" ? value : undefined;
}
