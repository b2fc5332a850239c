/** A number, or a whole value, as it is written: digits that JavaScript's numbers have no room for stay. */
export class Written {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** A string that was too long to be held: what was kept of it. */
export class Shortened {
  readonly text: string;
  /** How many chars the string had. */
  readonly chars: number;
  /** How many of them are not in `text`. */
  readonly omitted: number;
  constructor(text: string, chars: number, omitted: number) {
    this.text = text;
    this.chars = chars;
    this.omitted = omitted;
  }
}

/** The members of an object, in order; names may stand twice, or be `__proto__`. */
export class Members {
  readonly entries: [name: string, value: Json][] = [];
  /** How many were too many to be held. */
  dropped = 0;

  get(name: string): Json | undefined {
    // The last one counts, as for JSON.parse.
    for (let at = this.entries.length - 1; at >= 0; at -= 1) {
      const entry = this.entries[at];
      if (entry?.[0] === name) return entry[1];
    }
    return undefined;
  }

  /** A copy with one member replaced or added; `undefined` takes it away. */
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

  static of(object: Readonly<Record<string, Json>>): Members {
    const members = new Members();
    members.entries.push(...Object.entries(object));
    return members;
  }
}

/** The items of a list. */
export class Items {
  readonly list: Json[];
  /** How many were too many to be held; they stood at the end. */
  dropped = 0;
  constructor(list: Json[] = []) {
    this.list = list;
  }
}

/** A JSON value that keeps what `JSON.parse` loses. */
export type Json = string | Shortened | Written | Members | Items;

/** A value that `JSON.stringify` can write, as a tree's leaf. */
export const toJson = (value: unknown): Written => new Written(JSON.stringify(value));

/** A tree as JSON: compact, or a member and an item to each line. */
export function writeJson(value: Json, indent?: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Written) return value.json;
  if (value instanceof Shortened) return JSON.stringify(value.text);
  const inner = indent === undefined ? undefined : `${indent}  `;
  const colon = indent === undefined ? ":" : ": ";
  const [open, close, written] =
    value instanceof Items
      ? ["[", "]", value.list.map((item) => writeJson(item, inner))]
      : ["{", "}", value.entries.map(([name, member]) => `${JSON.stringify(name)}${colon}${writeJson(member, inner)}`)];
  if (inner === undefined || written.length === 0) return `${open}${written.join(",")}${close}`;
  return `${open}\n${inner}${written.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** What a string, a number, or a word is to JavaScript; of lists and objects nothing. */
export function scalarOf(value: Json | undefined): string | number | boolean | null | undefined {
  if (typeof value === "string") return value;
  if (!(value instanceof Written)) return undefined;
  const parsed: unknown = JSON.parse(value.json);
  return typeof parsed === "object" && parsed !== null ? undefined : (parsed as string | number | boolean | null);
}

/** The text of a value that is a string. */
export function textOf(value: Json | undefined): string | undefined {
  return value instanceof Shortened ? value.text : typeof value === "string" ? value : undefined;
}

/** Whether two values are the same JSON, white space apart. */
export const isSameJson = (one: Json, other: Json): boolean => writeJson(one) === writeJson(other);
