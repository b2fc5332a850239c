// States that were damaged on their way: each is refused, or says what the whole one says.
import fc from "fast-check";
import { type CompactOptions, Compactor, CompactorPool, type JsonValue } from "tooltrim";
import { OutputStore } from "tooltrim/store";
import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const OURS = "[Earlier: Edited src/auth.ts]";

/** The places of a value, as lists of steps. */
function places(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [at];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...members.flatMap(([name, member]) => places(member, [...at, name]))];
}

const read = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((inner, step) => (inner as Record<string, unknown>)[step], value);

/** What becomes of a value: an edited or shortened text, another number, entries that changed places or went. */
function changed(value: unknown, how: number, by: number): unknown {
  if (typeof value === "string") return [`${value}${OURS}`, [...value].reverse().join(""), value.slice(1)][how % 3];
  if (typeof value === "number") return value + 1 + (by % 5);
  if (!Array.isArray(value)) return how % 2 ? null : Object.fromEntries(Object.entries(value ?? {}).slice(1));
  const [one, other] = [by % (value.length || 1), how % (value.length || 1)];
  const list = [...value];
  if (how % 3 === 0) list.splice(one, 1);
  else if (how % 3 === 1) [list[one], list[other]] = [list[other], list[one]];
  else list.push(value[one]);
  return list;
}

function damaged(state: JsonValue, place: number, how: number, by: number): JsonValue {
  const all = places(state);
  const path = all[place % all.length] ?? [];
  const copy = structuredClone({ state });
  const whole = ["state", ...path];
  const holder = read(copy, whole.slice(0, -1)) as Record<string, unknown>;
  const last = whole.at(-1) as string;
  holder[last] = how % 7 === 6 ? read(state, all[by % all.length] ?? []) : changed(holder[last], how, by);
  return copy.state;
}

const harm = fc.tuple(fc.nat(), fc.nat(), fc.nat());

const line = (number: number) => `${number}: PASS the test of part ${number}\n`.repeat(40);
const history = Array.from({ length: 30 }, (_, n) => [
  n % 4 === 0 ? [{ role: "user", content: `Go on with part ${n}.` }] : [],
  {
    role: "assistant",
    content: [{ type: "tool_use", id: `t${n}`, name: "bash", input: { command: `npm test ${n}` } }],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `t${n}`, content: line(n) }] },
]).flat(2) as object[];
const options: CompactOptions = { window: { chars: 12_000 }, recentCallsToKeep: 2 };

/** What comes out of a state, or the code of the error that refuses it. */
function outcome(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    expect(error).toMatchObject({ name: "TooltrimError", code: "INVALID_OPTION" });
    return "refused";
  }
}

test("a pool's state: what goes out is what one of its conversations says", () => {
  const pool = new CompactorPool(options);
  const other = history.map((message) => ({ ...message, other: true }));
  const another = [{ role: "user", content: "Another one." }, ...history];
  for (const messages of [history, another]) pool.next(messages.slice(0, -1));
  const state = pool.state();
  const fresh = (messages: object[]) => new CompactorPool(options).next(messages).messages;
  for (const messages of [history, another, other]) {
    const kept = outcome(() => new CompactorPool({ ...options, state }).next(messages).messages);
    const allowed = ["refused", kept, JSON.stringify(fresh(messages))];
    fc.assert(
      fc.property(harm, ([place, how, by]) => {
        const from = damaged(state, place, how, by);
        const left = outcome(() => new CompactorPool({ ...options, state: from }).next(messages).messages);
        expect(allowed).toContain(left);
      }),
      { numRuns: 150 },
    );
  }
});

test("a store's state: a ref has the text that it was given for, or none", () => {
  const store = new OutputStore({ maxBytes: 4000 });
  const texts = ["first", "second \ud800", "third", "large ".repeat(1000)];
  const refs = texts.map((text) => store.put(text) as string);
  const held = Object.fromEntries(refs.filter((ref) => store.has(ref)).map((ref) => [ref, store.get(ref)]));
  const state = store.state();
  expect(OutputStore.from(state, { maxBytes: 4000 }).put("second \ud800")).toBe(refs[1]);
  expect(OutputStore.from(state, { maxBytes: 9000 }).has(refs[3] as string)).toBe(true);
  fc.assert(
    fc.property(harm, ([place, how, by]) => {
      const from = damaged(state, place, how, by);
      outcome(() => {
        const restored = OutputStore.from(from, { maxBytes: 4000 });
        for (const ref of refs) if (restored.has(ref)) expect(restored.get(ref)).toBe(held[ref]);
        texts.forEach((text, at) => {
          expect(restored.put(text)).toBe(refs[at]);
        });
        expect(refs).not.toContain(restored.put("fourth"));
        return null;
      });
    }),
    { numRuns: 500 },
  );
});

test("a state that was changed is an error that says so", () => {
  const compactor = new Compactor(options);
  compactor.next(history);
  const state = compactor.state() as { patches: [number, number, number, number, string][] };
  const patch = state.patches.find(({ length }) => length > 4);
  if (patch) patch[4] = OURS;
  const rule = "state: was changed since the compactor wrote it; start a new compactor without it";
  expect(() => Compactor.from(state, options)).toThrow(rule);
  const store = new OutputStore();
  store.put("a");
  const kept = JSON.parse(JSON.stringify(store.state()).replace('"a"', '"b"'));
  expect(() => OutputStore.from(kept)).toThrow("state: was changed since the store wrote it");
});
