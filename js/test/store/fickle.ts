// A backend that fails in the ways in which backends fail, when it is told to.
import { Keyv } from "keyv";
import type { StoreBackend } from "tooltrim/store";

export type Mood =
  | "works"
  | "rejects"
  | "throws"
  | "answers false"
  /** Answers as if it had worked: Keyv with an adapter that only tells listeners. */
  | "swallows"
  /** Answers an hour later, so to say. */
  | "hangs"
  /** Does what it was told, but its answer is lost. */
  | "does it and rejects";

export const failing: readonly Mood[] = [
  "rejects",
  "throws",
  "answers false",
  "swallows",
  "hangs",
  "does it and rejects",
];

export class Fickle implements StoreBackend {
  readonly values = new Map<string, string>();
  mood: Mood = "works";
  /** Only keys that end so are affected. */
  ending = "";
  /** All keys that were written, in order. */
  readonly writes: string[] = [];
  readonly #hanging: (() => void)[] = [];

  get(key: string): unknown {
    return this.#do(key, undefined, () => this.values.get(key));
  }

  set(key: string, value: string): unknown {
    return this.#do(key, this.mood !== "answers false", () => {
      this.writes.push(key);
      this.values.set(key, value);
      return true;
    });
  }

  /** Not of a plain backend: see {@link Plain}. */
  add?(key: string, value: string): unknown {
    return this.#do(key, this.mood === "answers false" ? false : undefined, () => {
      if (this.values.has(key)) return false;
      this.writes.push(key);
      this.values.set(key, value);
      return true;
    });
  }

  delete(key: string): unknown {
    return this.#do(key, false, () => this.values.delete(key));
  }

  /** What hung is done now, in the order in which it was asked for. */
  async release(): Promise<void> {
    for (const work of this.#hanging.splice(0)) work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #do(key: string, nothing: unknown, work: () => unknown): unknown {
    const mood = key.endsWith(this.ending) ? this.mood : "works";
    if (mood === "throws") throw new Error("thrown by the backend");
    if (mood === "rejects") return Promise.reject(new Error("refused by the backend"));
    if (mood === "answers false" || mood === "swallows") return Promise.resolve(nothing);
    if (mood === "hangs") return new Promise((resolve) => this.#hanging.push(() => resolve(work())));
    const answer = work();
    return mood === "works" ? Promise.resolve(answer) : Promise.reject(new Error("the answer is lost"));
  }
}

/** Has no more than Keyv has. */
export class Plain extends Fickle {
  override add = undefined as never;
}

/** The keys, without the part that differs from store to store. */
export const anonymous = (keys: Iterable<string>): string[] =>
  [...keys].map((key) => key.replace(/:[a-z0-9]{12}:/, ":*:"));

/** The key of a text, whichever store wrote it. */
export const keyOf = (values: ReadonlyMap<string, unknown>, ref: string): string =>
  [...values.keys()].find((key) => key.endsWith(`:${ref}`)) as string;

/** As if the process of the store that has the namespace had ended. No process has this number. */
export function bury(values: Map<string, string>): void {
  for (const [key, value] of values) {
    if (/:log:\d+$/.test(key)) values.set(key, value.replace(/^(open .*"pid":)\d+/m, "$1999999999"));
  }
  (globalThis as unknown as Record<symbol, Map<string, unknown>>)[Symbol.for("tooltrim.store.holders.v1")]?.clear();
}

/** A real Keyv whose adapter throws: Keyv answers `false` to a `set` and `undefined` to a `get`. */
export function fickleKeyv(options: object = {}): { keyv: Keyv; fickle: Fickle } {
  const fickle = new Fickle();
  const store = Object.assign(fickle, { opts: {}, clear: async () => fickle.values.clear(), on: () => store });
  return { keyv: new Keyv({ store, ...options }), fickle };
}
