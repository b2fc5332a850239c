import type { Access } from "../../core.js";
import { tryReadJson } from "./read.js";

/** A number, `true`, `false`, `null` or a whole value as written: keeps digits that JavaScript numbers would lose. */
export class Written {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Members of an object, in order. A map, so that any name is allowed. */
export interface Members extends Map<string, Json> {}

/** A JSON value that keeps what `JSON.parse` loses: digits of numbers, and the order of names. */
export type Json = string | Written | Json[] | Members;

export const isMembers = (value: Json | undefined): value is Members => value instanceof Map;

const isContainer = (value: Json): value is Json[] | Members => Array.isArray(value) || value instanceof Map;

/** Returns a copy with one member replaced or added; `undefined` removes it. */
export function withMember(members: Members, name: string, value: Json | undefined): Members {
  const copy = new Map(members);
  if (value === undefined) copy.delete(name);
  else copy.set(name, value);
  return copy;
}

export const membersOf = (object: Readonly<Record<string, Json>>): Members => new Map(Object.entries(object));

/** Converts a value to a leaf of a tree with `JSON.stringify`. */
export const toJson = (value: unknown): Written => new Written(JSON.stringify(value));

/** Returns the text of a string; `undefined` for other values. */
export const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** Returns the JavaScript value of a number, `true`, `false` or `null`; `undefined` for other values. */
export const scalarOf = (value: Json | undefined): unknown =>
  value instanceof Written ? JSON.parse(value.json) : undefined;

// The author of a value decides how deep it is nested, so nothing here recurses.

/** Maximum depth that is indented: the white space of deeper values would be longer than they are. */
const DEEPEST_INDENT = 32;

/** Writes a tree as JSON: compact, or with an indentation. */
export function writeJson(tree: Json, indent?: string): string {
  const written: string[] = [];
  const open: { readonly rest: Iterator<[string | number, Json]>; readonly end: string; isFirst: boolean }[] = [];
  const put = (value: Json): void => {
    if (typeof value === "string") written.push(JSON.stringify(value));
    else if (value instanceof Written) written.push(value.json);
    else {
      const isList = Array.isArray(value);
      written.push(isList ? "[" : "{");
      open.push({ rest: value.entries(), end: isList ? "]" : "}", isFirst: true });
    }
  };
  const line = (): string =>
    indent === undefined || open.length > DEEPEST_INDENT ? "" : `\n${indent.repeat(open.length)}`;
  put(tree);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { done, value: entry } = top.rest.next();
    if (done) {
      open.pop();
      written.push(top.isFirst ? "" : line(), top.end);
      continue;
    }
    written.push(top.isFirst ? "" : ",", line());
    top.isFirst = false;
    if (typeof entry[0] === "string") written.push(JSON.stringify(entry[0]), indent === undefined ? ":" : ": ");
    put(entry[1]);
  }
  return written.join("");
}

/** Access of the limiter to trees. */
export const trees: Access<Json> = {
  holds: isContainer,
  get: (value, name) => (isMembers(value) ? value.get(name) : undefined),
  with(object, members) {
    const copy = new Map(isMembers(object) ? object : []);
    for (const [name, value] of Object.entries(members)) {
      if (value === undefined) copy.delete(name);
      else copy.set(name, value);
    }
    return copy;
  },
  make: (members) => trees.with(new Map(), members),
  read: tryReadJson,
  json: writeJson,
};
