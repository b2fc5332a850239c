// A large text lives here, so that the page never waits for it.
import type { TrimOptions } from "tooltrim";
import { serve } from "../shared/serve.js";
import { decode } from "./decode.js";
import { Engine } from "./engine.js";
import { looksLikeLog } from "./log.js";

let engine = new Engine("");

const methods = {
  async load(from: string | Blob): Promise<{ utf8: boolean; log: boolean }> {
    const { text, utf8 } = typeof from === "string" ? { text: from, utf8: true } : decode(await from.arrayBuffer());
    engine = new Engine(text);
    return { utf8, log: looksLikeLog(text) };
  },
  trim: async (options: TrimOptions) => engine.trim(options),
  result: async () => engine.result(),
  counts: async () => engine.counts(),
  measureInput: async () => engine.measureInput(),
};

export type TrimMethods = typeof methods;

serve(methods);
