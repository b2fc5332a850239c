// The text to trim: a small one in the page, a large one in a worker, which is fetched for the first such text.
import type { Measures, TrimOptions } from "tooltrim/text";
import type { Progress } from "../shared/remote.js";
import { decode } from "./decode.js";
import { type Counts, Engine, type Outcome } from "./engine.js";
import { isJson } from "./is-json.js";
import type { JsonNode } from "./json-runs.js";
import { looksLikeLog } from "./log.js";
import { LARGE } from "./view.js";

/** What is found of a text when it comes. */
export interface Nature {
  /** False when bytes had to be replaced: in code, `trim` is then given the bytes. */
  readonly utf8: boolean;
  /** Whether it looks like a log: what failed in it matters more than its ends. */
  readonly log: boolean;
  /** Whether it is JSON: it can stay so. */
  readonly json: boolean;
  /** Whether lines end with CRLF. */
  readonly crlf: boolean;
}

export interface Source extends Nature {
  /** The text, when it is small enough to be edited. */
  readonly text?: string;
  /** Of the text, when they are known at once. */
  readonly sizes?: Measures;
  trim(options: TrimOptions): Promise<Outcome>;
  /** The last result, whole. */
  result(): Promise<string> | string;
  /** The last result as a tree. */
  tree(): Promise<JsonNode | undefined>;
  /** Of the last result, in full. */
  counts(): Promise<Counts>;
  measureInput(): Promise<Measures>;
  close(): void;
}

/** A text that is in the page already. */
export async function fromText(text: string): Promise<Source> {
  return text.length <= LARGE ? small(text, true) : large(text);
}

/** A file. */
export async function fromFile(file: Blob, progress: Progress): Promise<Source> {
  // A UTF-16 unit takes three bytes at most, so that more of them make a large text for sure.
  if (file.size > 3 * LARGE) return large(file, progress);
  const { text, utf8 } = decode(await file.arrayBuffer());
  return text.length <= LARGE ? small(text, utf8) : large(file, progress);
}

function small(text: string, utf8: boolean): Source {
  const engine = new Engine(text, () => import("./comparison.js"));
  const json = isJson(text);
  return {
    utf8,
    json,
    log: !json && looksLikeLog(text),
    crlf: text.includes("\r\n"),
    text,
    sizes: engine.measureInput(),
    trim: (options) => engine.trim(options),
    result: () => engine.result(),
    tree: () => engine.tree(),
    counts: async () => engine.counts(),
    measureInput: async () => engine.measureInput(),
    close() {},
  };
}

const large = async (from: string | Blob, progress?: Progress): Promise<Source> =>
  (await import("./source-large.js")).large(from, progress);
