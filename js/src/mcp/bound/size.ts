import { Items, type Json, Members, Shortened, writeJson } from "../json/node.js";
import { charsOf } from "./limits.js";

/** The chars that a model may see of a result: its texts, and its structured value as JSON. */
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
  const ofPart = (part: unknown): number => {
    const content = get(part, "content");
    const inner = content === undefined ? 0 : list(content).length > 0 ? sum(list(content)) : ofPart(content);
    return chars(part) + chars(get(part, "text")) + chars(get(get(part, "resource"), "text")) + inner;
  };
  const sum = (parts: readonly unknown[]): number => parts.reduce<number>((total, part) => total + ofPart(part), 0);
  const structured = get(result, "structuredContent");
  const written = structured === undefined ? "" : tree ? writeJson(structured as Json) : JSON.stringify(structured);
  return ["content", "contents", "messages"].reduce(
    (total, name) => total + sum(list(get(result, name))),
    charsOf(written),
  );
}
