// A store that ends at any moment leaves all that was acknowledged to the next one.
import { OutputStore, type StoreBackend } from "tooltrim/store";
import { expect, test } from "vitest";
import { refOf } from "../support/refs.js";

/** Does so many writes and deletes, and then no more, as if its process had been killed. */
class Mortal implements StoreBackend {
  constructor(
    readonly isReliable: boolean,
    readonly values: Map<string, string>,
    public left: number,
  ) {}
  get(key: string): unknown {
    return this.left > 0 ? this.values.get(key) : Promise.reject(new Error("killed"));
  }
  set(key: string, value: string): unknown {
    return this.#do(() => this.values.set(key, value));
  }
  delete(key: string): unknown {
    return this.#do(() => this.values.delete(key));
  }
  #do(work: () => unknown): unknown {
    if (this.left <= 0) return Promise.reject(new Error("killed"));
    this.left -= 1;
    return work();
  }
}

test.each([true, false])("killed between any two writes; reliable: %s", async (isReliable) => {
  const values = new Map<string, string>();
  const acknowledged = new Set<string>();
  let isOver = false;
  for (let operations = 1; !isOver; operations += 1) {
    const store = new OutputStore({ backend: new Mortal(isReliable, values, operations), maxBytes: 1000 });
    try {
      for (let number = 0; number < 6; number += 1) {
        const texts = [0, 1].map((at) => `text ${number}.${at} of ${operations} `.padEnd(300, "x"));
        for (const text of texts) store.put(text);
        await store.flush();
        for (const text of texts) acknowledged.add(text);
      }
      isOver = true;
    } catch {
      // Killed.
    }
    const next = new OutputStore({ backend: values });
    for (const text of acknowledged) expect(await next.load(refOf(text))).toBe(text);
  }
  expect(acknowledged.size).toBeGreaterThan(50);
});
