// A large text lives here, so that the page never waits for it.
import type { TrimOptions } from "tooltrim/text";
import type { Progress } from "../shared/remote.js";
import { serve } from "../shared/serve.js";
import * as comparison from "./comparison.js";
import { decode, readBytes } from "./decode.js";
import { Engine } from "./engine.js";
import { isJson } from "./is-json.js";
import { looksLikeLog } from "./log.js";
import type { Nature } from "./source.js";

const load = async () => comparison;
let engine = new Engine("", load);

const methods = {
  async load(from: string | Blob, progress: Progress): Promise<Nature> {
    const { text, utf8 } =
      typeof from === "string" ? { text: from, utf8: true } : decode(await readBytes(from, progress));
    engine = new Engine(text, load);
    const json = isJson(text);
    return { utf8, json, log: !json && looksLikeLog(text), crlf: text.includes("\r\n") };
  },
  trim: (options: TrimOptions) => engine.trim(options),
  result: async () => engine.result(),
  tree: () => engine.tree(),
  counts: async () => engine.counts(),
  measureInput: async () => engine.measureInput(),
};

export type TrimMethods = typeof methods;

serve(methods);
