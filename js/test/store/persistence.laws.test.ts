// Whatever put answered can be had, from memory or from the backend, unless it had to leave memory before it was
// written.
import fc from "fast-check";
import { OutputStore, TooltrimError } from "tooltrim/store";
import { expect, test } from "vitest";
import { refOf } from "../support/refs.js";
import { runs } from "../support/runs.js";
import { Fickle, failing, type Mood } from "./fickle.js";

type Step =
  | { readonly do: "put"; readonly which: number }
  | { readonly do: "load"; readonly which: number }
  | { readonly do: "mood"; readonly mood: Mood; readonly ending: string }
  | { readonly do: "flush" | "flush unheeded" | "release" | "reopen" };

const textOf = (which: number) => `text ${which} ${"x".repeat(10 * which)}`;
const which = fc.integer({ min: 0, max: 40 });
const steps = fc.array(
  fc.oneof<[fc.WeightedArbitrary<Step>, ...fc.WeightedArbitrary<Step>[]]>(
    { weight: 8, arbitrary: which.map((which) => ({ do: "put", which }) as const) },
    { weight: 3, arbitrary: which.map((which) => ({ do: "load", which }) as const) },
    { weight: 3, arbitrary: fc.constantFrom({ do: "flush" }, { do: "flush unheeded" }) as fc.Arbitrary<Step> },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("mood" as const),
        mood: fc.constantFrom<Mood>("works", ...failing),
        ending: fc.constantFrom("", "a", "7", refOf(textOf(3)).slice(1)),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom({ do: "release" }, { do: "reopen" }) as fc.Arbitrary<Step> },
  ),
  { minLength: 5, maxLength: 40 },
);

const isOurs = (error: unknown, ...codes: string[]) =>
  error instanceof TooltrimError && codes.includes(error.code) ? error : Promise.reject(error);

test("nothing that was put is lost", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const backend = new Fickle();
      // Room for a few only.
      const options = { backend, namespace: "laws", maxBytes: 1000, timeoutMs: 8 };
      let store = new OutputStore(options);
      /** What each ref stands for. */
      const known = new Map<string, string>();
      /** Refs that a flush has answered for. */
      const safe = new Set<string>();
      const hides = () => ["answers false", "swallows"].includes(backend.mood) && backend.ending !== "";
      const heal = async () => {
        Object.assign(backend, { mood: "works", ending: "" });
        await backend.release();
      };
      const check = async (refs: Iterable<string>) => {
        for (const ref of refs) expect(await store.load(ref), ref).toBe(known.get(ref));
      };
      for (const step of steps) {
        if (step.do === "put") {
          const text = textOf(step.which);
          const ref = store.put(text) as string;
          expect(ref).toBe(refOf(text));
          known.set(ref, text);
          expect(store.get(ref)).toBe(text);
        } else if (step.do === "load") {
          const ref = refOf(textOf(step.which));
          const text = await store.load(ref).catch((error) => isOurs(error, "BACKEND_FAILED", "UNKNOWN_REF"));
          if (typeof text === "string") expect(text).toBe(known.get(ref));
          // One that hides a single text, and no more, cannot be told from one that does not have it.
          else if (safe.has(ref) && !hides()) expect(text.code).toBe("BACKEND_FAILED");
        } else if (step.do === "mood") {
          Object.assign(backend, { mood: step.mood, ending: step.ending });
        } else if (step.do === "flush") {
          const held = [...known.keys()].filter((ref) => store.has(ref));
          const error = await store.flush().catch((error) => isOurs(error, "BACKEND_FAILED"));
          if (!error) for (const ref of held) safe.add(ref);
          for (const ref of held) expect(store.get(ref)).toBe(known.get(ref));
        } else if (step.do === "flush unheeded") {
          store.flush().catch(() => {});
        } else if (step.do === "release") {
          await backend.release();
        } else {
          // As another process would, after the old one has ended as it should.
          await heal();
          await store.flush();
          const lost = [...known.keys()].filter((ref) => !store.has(ref) && !safe.has(ref));
          for (const ref of known.keys()) if (store.has(ref)) safe.add(ref);
          const before = store.stats.lost;
          store = new OutputStore(options);
          for (const ref of lost) if (!(await store.load(ref).catch(() => undefined))) known.delete(ref);
          expect(lost.filter((ref) => !known.has(ref)).length).toBeLessThanOrEqual(before);
        }
      }
      await heal();
      await store.flush();
      for (const ref of known.keys()) if (store.has(ref)) safe.add(ref);
      const gone: string[] = [];
      for (const ref of known.keys()) {
        const text = await store.load(ref).catch((error) => isOurs(error, "UNKNOWN_REF"));
        if (typeof text === "string") expect(text).toBe(known.get(ref));
        else gone.push(ref);
      }
      expect(gone.filter((ref) => safe.has(ref))).toEqual([]);
      expect(gone.length).toBeLessThanOrEqual(store.stats.lost);
      await check(safe);
      store = new OutputStore(options);
      await check(safe);
    }),
    runs(100),
  );
});
