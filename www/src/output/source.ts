// The text to trim: a small one in the page, a large one in a worker.
import type { Measures, TrimOptions } from "tooltrim";
import { Remote } from "../shared/remote.js";
import { decode } from "./decode.js";
import { type Counts, Engine, type Outcome } from "./engine.js";
import { looksLikeLog } from "./log.js";
import { LARGE } from "./view.js";
import type { TrimMethods } from "./worker.js";

export interface Source {
  /** False when bytes had to be replaced: in code, `trim` is then given the bytes. */
  readonly utf8: boolean;
  /** Whether it looks like a log: what failed in it matters more than its ends. */
  readonly log: boolean;
  /** The text, when it is small enough to be edited. */
  readonly text?: string;
  /** Of the text, when they are known at once. */
  readonly sizes?: Measures;
  trim(options: TrimOptions): Promise<Outcome>;
  /** The last result, whole. */
  result(): Promise<string> | string;
  /** Of the last result, in full. */
  counts(): Promise<Counts>;
  measureInput(): Promise<Measures>;
  close(): void;
}

/** A text that is in the page already. */
export async function fromText(text: string, utf8 = true): Promise<Source> {
  return text.length <= LARGE ? small(text, utf8) : large(text);
}

/** A file. */
export async function fromFile(file: Blob): Promise<Source> {
  // A UTF-16 unit takes three bytes at most, so that more of them make a large text for sure.
  if (file.size > 3 * LARGE) return large(file);
  const { text, utf8 } = decode(await file.arrayBuffer());
  return text.length <= LARGE ? small(text, utf8) : large(file);
}

function small(text: string, utf8: boolean): Source {
  const engine = new Engine(text);
  return {
    utf8,
    log: looksLikeLog(text),
    text,
    sizes: engine.measureInput(),
    trim: async (options) => engine.trim(options),
    result: () => engine.result(),
    counts: async () => engine.counts(),
    measureInput: async () => engine.measureInput(),
    close() {},
  };
}

async function large(from: string | Blob): Promise<Source> {
  // Measuring takes seconds for 50 MB: a worker of its own does it, and trimming need not wait.
  const [remote, measuring] = await Promise.all([start(), start()]);
  const close = () => {
    remote.close();
    measuring.close();
  };
  try {
    const { utf8, log } = await remote.ask("load", from);
    let sizes: Promise<Measures> | undefined;
    return {
      utf8,
      log,
      trim: (options) => remote.ask("trim", options),
      result: () => remote.ask("result"),
      counts: () => remote.ask("counts"),
      measureInput() {
        sizes ??= measuring
          .ask("load", from)
          .then(() => measuring.ask("measureInput"))
          .finally(() => measuring.close());
        return sizes;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function start(): Promise<Remote<TrimMethods>> {
  const { default: TrimWorker } = await import("./worker.js?worker&inline");
  return new Remote<TrimMethods>(new TrimWorker());
}
