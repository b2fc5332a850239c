// What of a JSON text its trimmed form holds: both are read side by side, and where they differ stands one of the
// package's own texts, which says what is missing.
import { decoded, JsonReader } from "./json-text.js";
import { addRun, type Kind, type Link, type Pieces } from "./runs.js";

/** A value of the result, to be shown as a tree. */
export interface JsonNode {
  readonly key?: string;
  readonly kind: "object" | "array" | "string" | "other" | "cut";
  /** Of a value without children, as it is written; of a cut, the package's own words. */
  readonly text: string;
  /** Where in a string its marker stands. */
  readonly marker?: readonly [start: number, end: number];
  /** What a cut left out. */
  readonly left?: string;
  readonly children?: readonly JsonNode[];
}

export interface JsonPieces extends Pieces {
  readonly tree: JsonNode;
}

/** Nothing for a result that is no JSON, or whose input is none. */
export function compareJson(input: string, result: string): JsonPieces | undefined {
  try {
    return new Comparison(input, result).run();
  } catch {
    return undefined;
  }
}

const ITEMS = /^"\[(\d+) items? omitted\]"$/;
const KEYS = /^"\[\d+ keys? omitted\]"$/;
/** As many of the names of members that are missing. */
const MOST_NAMES = 12;
/** UTF-16 units of the text that is missing from a string. */
const MOST_TEXT = 160;

class Comparison {
  readonly #input: JsonReader;
  readonly #result: JsonReader;
  readonly #inInput: [Kind, number][] = [];
  readonly #inResult: [Kind, number][] = [];
  readonly #links: Link[] = [];

  constructor(input: string, result: string) {
    this.#input = new JsonReader(input);
    this.#result = new JsonReader(result);
  }

  run(): JsonPieces {
    const [input, result] = [this.#input, this.#result];
    const tree = this.#value();
    this.#keep(input.text.length, result.text.length);
    if (result.at < result.text.length) throw new Error("not JSON");
    return { input: this.#inInput, result: this.#inResult, links: this.#links, tree };
  }

  #keep(input: number, result: number): void {
    addRun(this.#inInput, "kept", input);
    addRun(this.#inResult, "kept", result);
    this.#links.push([input, result]);
  }

  /** What is missing of the input up to there, and what stands in its place. */
  #cut(input: number, result: number): void {
    addRun(this.#inInput, "omitted", input);
    addRun(this.#inResult, "marker", result);
    this.#links.push([input, result]);
  }

  #value(key?: string): JsonNode {
    const [input, result] = [this.#input, this.#result];
    const named = key === undefined ? {} : { key: decoded(key.slice(1, -1)) };
    this.#keep(input.at, result.at);
    if (result.kind === "object" && input.kind === "object")
      return { ...named, kind: "object", text: "", children: this.#members() };
    if (result.kind === "array" && input.kind === "array")
      return { ...named, kind: "array", text: "", children: this.#items() };
    const [inputStart, resultStart] = [input.at, result.at];
    const { kind } = result;
    const string = kind === "string" && input.kind === "string";
    const [before, after] = [input.value(), result.value()];
    if (after === "") throw new Error("not JSON");
    if (before === after) return { ...named, kind, text: after };
    if (string) return { ...named, kind, text: after, ...this.#string(before, after, inputStart, resultStart) };
    this.#cut(inputStart + before.length, resultStart + after.length);
    return { ...named, kind: "cut", text: decoded(after.replace(/^"|"$/g, "")), left: excerpt(before) };
  }

  /** A string that is shorter than it was: what is kept at its ends, around its marker. */
  #string(before: string, after: string, input: number, result: number): Pick<JsonNode, "marker" | "left"> {
    const most = Math.min(before.length, after.length) - 1;
    const prefix = commonPrefix(before, after, most);
    const suffix = commonSuffix(before, after, most);
    const [start, end] = [prefix, Math.max(prefix, after.length - Math.min(suffix, most - prefix))];
    const tail = before.length - (after.length - end);
    this.#keep(input + start, result + start);
    this.#cut(input + Math.max(start, tail), result + end);
    return { marker: [start, end], left: excerpt(before.slice(start, Math.max(start, tail))) };
  }

  #items(): JsonNode[] {
    const [input, result] = [this.#input, this.#result];
    const children: JsonNode[] = [];
    let position = 0;
    input.take("[");
    for (result.take("["); !result.take("]"); result.take(",")) {
      if (result.at >= result.text.length) throw new Error("not JSON");
      const count = this.#gap();
      if (count === undefined) {
        children.push(this.#value());
        position += 1;
      } else {
        this.#keep(input.at, result.at);
        const start = result.at;
        for (let skipped = 0; skipped < count; skipped += 1) {
          const end = input.skip();
          input.take(",");
          addRun(this.#inInput, "omitted", skipped < count - 1 ? input.at : end);
        }
        const text = result.value();
        this.#cut(0, start + text.length);
        const range = count === 1 ? `item ${position + 1}` : `items ${position + 1} to ${position + count}`;
        children.push({ kind: "cut", text: decoded(text.slice(1, -1)), left: range });
        position += count;
        continue;
      }
      input.take(",");
    }
    input.take("]");
    return children;
  }

  /** How many items are missing here; a text of the input that reads like a gap is none. */
  #gap(): number | undefined {
    const [input, result] = [this.#input, this.#result];
    if (result.kind !== "string") return undefined;
    const start = result.at;
    const text = result.value();
    result.at = start;
    const count = ITEMS.exec(text)?.[1];
    return count === undefined || input.text.startsWith(text, input.at) ? undefined : Number(count);
  }

  #members(): JsonNode[] {
    const [input, result] = [this.#input, this.#result];
    const children: JsonNode[] = [];
    input.take("{");
    for (result.take("{"); !result.take("}"); result.take(",")) {
      if (result.at >= result.text.length) throw new Error("not JSON");
      const [inputStart, resultStart] = [input.at, result.at];
      const key = result.value();
      result.take(":");
      const own = input.text.startsWith(key, inputStart);
      if (key === '"..."' && !own && result.kind === "string") {
        children.push(this.#missing(resultStart));
        continue;
      }
      this.#keep(inputStart, resultStart);
      const before = input.value();
      // A long name is shortened.
      if (before !== key) this.#cut(inputStart + before.length, resultStart + key.length);
      input.take(":");
      children.push(this.#value(key));
      input.take(",");
    }
    input.take("}");
    return children;
  }

  /** The members after the last one that is kept. */
  #missing(resultStart: number): JsonNode {
    const [input, result] = [this.#input, this.#result];
    this.#keep(input.at, resultStart);
    const start = result.at;
    const text = result.value();
    if (!KEYS.test(text)) throw new Error("not ours");
    const names: string[] = [];
    let count = 0;
    let end = input.at;
    while (input.kind === "string") {
      const name = input.value();
      if (names.length < MOST_NAMES) names.push(decoded(name.slice(1, -1)));
      count += 1;
      input.take(":");
      end = input.skip();
      input.take(",");
    }
    this.#cut(end, start + text.length);
    const more = count > names.length ? `, and ${count - names.length} more` : "";
    return { kind: "cut", text: decoded(text.slice(1, -1)), left: `${names.join(", ")}${more}` };
  }
}

function commonPrefix(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

function commonSuffix(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length;
}

const excerpt = (text: string): string => (text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`);
