import { Items, type Json, Members, Shortened, writeJson } from "../json/node.js";
import { charsOf } from "./limits.js";

/** Counts the chars of a result that a model may see: its texts, and its structured value as JSON. */
export function charsOfResult(result: unknown): number {
  const tree = result instanceof Members;
  const get = (value: unknown, name: string): unknown => {
    if (value instanceof Members) return value.get(name);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  };
  const list = (value: unknown): readonly unknown[] =>
    value instanceof Items ? value.list : Array.isArray(value) ? value : [];
  const chars = (value: unknown): number =>
    value instanceof Shortened ? value.chars : typeof value === "string" ? charsOf(value) : 0;
  const ofPart = (part: unknown): number =>
    chars(part) + chars(get(part, "text")) + chars(get(get(part, "resource"), "text"));
  // The content of a prompt's message is one level below.
  const ofItem = (item: unknown): number => {
    const content = get(item, "content");
    return ofPart(item) + ofPart(content) + sum(list(content).map(ofPart));
  };
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  const structured = get(result, "structuredContent");
  const written =
    structured === undefined ? 0 : tree ? charsOf(writeJson(structured as Json)) : charsOfJson(structured);
  const items = ["content", "contents", "messages"].flatMap((name) => list(get(result, name)));
  return sum(items.map(ofItem)) + written;
}

/** Counts the chars of a parsed value as JSON. `JSON.stringify` would overflow the stack if it is nested deep. */
function charsOfJson(json: unknown): number {
  const left = [json];
  let total = 0;
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) {
      total += charsOf(JSON.stringify(value));
      continue;
    }
    const members = Array.isArray(value) ? value : Object.entries(value);
    total += 2 + Math.max(0, members.length - 1);
    for (const member of members) {
      if (Array.isArray(value)) left.push(member);
      else {
        const [name, inner] = member as [string, unknown];
        total += charsOf(JSON.stringify(name)) + 1;
        left.push(inner);
      }
    }
  }
  return total;
}
