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

/** A real Keyv whose adapter throws: Keyv answers `false` to a `set` and `undefined` to a `get`. */
export function fickleKeyv(options: object = {}): { keyv: Keyv; fickle: Fickle } {
  const fickle = new Fickle();
  const store = Object.assign(fickle, { opts: {}, clear: async () => fickle.values.clear(), on: () => store });
  return { keyv: new Keyv({ store, ...options }), fickle };
}
