// A large text lives here, so that the page never waits for it. Asked by remote.ts.
import type { TrimOptions } from "tooltrim";
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

export type Methods = typeof methods;

addEventListener("message", async ({ data: [id, name, argument] }: MessageEvent<[number, keyof Methods, never]>) => {
  try {
    postMessage([id, await methods[name](argument)]);
  } catch (error) {
    postMessage([id, undefined, error instanceof Error ? error.message : String(error)]);
  }
});
