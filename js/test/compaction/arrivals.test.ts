// Results that arrive name lines that stand above. Covers host-side behaviour only: object identity, and decisions
// between steps.
import { type CompactionEvent, Compactor, CompactorPool, compactMessages } from "tooltrim";
import { OutputStore } from "tooltrim/store";
import { expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { lines, read, user } from "./chat.js";

const text = `${lines(60, "berth")}\n`;
const history: Loose[] = [
  user("Fix the berths."),
  ...read("a", "src/a.ts", text),
  ...read("b", "src/b.ts", lines(60, "tariff")),
  ...read("c", "src/a.ts", `// New.\n${text}`),
  user("And now?"),
  ...read("d", "src/a.ts", `// Newer.\n${text}`),
];
const options = { window: { chars: 1e9 }, repeats: "reference" } as const;
const named = JSON.stringify(" as in the read of src/a.ts above …]").slice(1, -1);
const said = (messages: readonly unknown[]) => JSON.stringify(messages).split("src/a.ts above …]").length - 1;

/** Requests as the conversation grows, one message at a time; a result never stands without its call. */
const ends = history.flatMap((message, at) => (message.role === "assistant" ? [] : [at + 1]));

test.each([
  ["Compactor", (own: object) => new Compactor({ ...options, ...own })],
  ["CompactorPool", (own: object) => new CompactorPool({ ...options, ...own })],
])("what was sent stays, also as new objects: %s", (_, make) => {
  for (const copy of [(list: Loose[]) => list, (list: Loose[]) => structuredClone(list)]) {
    const events: CompactionEvent[] = [];
    const compactor = make({ onEvent: (event: CompactionEvent) => events.push(event) });
    let before: readonly unknown[] = [];
    for (const end of ends) {
      const given = copy(history.slice(0, end));
      const done = compactor.next(given);
      expect(done.messages.slice(0, before.length)).toEqual(before);
      expect([done.notice, done.report.firstChangedMessage]).toEqual([null, null]);
      expect(done.report.repeats).toBe(said(done.messages));
      expect(done.changed).toBe(done.edits.length > 0);
      // Messages without a name are the caller's own.
      const own = done.messages.filter((message) => given.includes(message as Loose));
      expect(own.length).toBe(given.length - done.report.repeats);
      before = done.messages;
    }
    expect([said(before), JSON.stringify(before).includes(named), events]).toEqual([2, true, []]);
    // A call of its own has sent nothing before.
    expect(compactMessages(history, options).messages).toBe(history);
  }
});

test("a state restores it, and a pool does", () => {
  const compactor = new Compactor(options);
  const sent = compactor.next(history).messages;
  const state = JSON.parse(JSON.stringify(compactor.state()));
  expect(Compactor.from(state, options).next(history).messages).toEqual(sent);
  const pool = new CompactorPool(options);
  pool.next(history);
  const restored = new CompactorPool({ ...options, state: JSON.parse(JSON.stringify(pool.state())) });
  expect(restored.next(structuredClone(history)).messages).toEqual(sent);
  // A branch has what stands above it.
  const branch = [...history.slice(0, -3), user("Or else?")];
  expect(restored.next(branch).messages).toEqual([...sent.slice(0, -3), branch.at(-1)]);
});

test("a message that was edited is named no longer", () => {
  const compactor = new Compactor(options);
  compactor.next(history);
  const edited = structuredClone(history);
  for (const message of edited) if (message.tool_call_id === "a") message.content = "gone";
  const { messages } = compactor.next(edited);
  expect(messages.slice(0, 7)).toEqual(edited.slice(0, 7));
  expect(said(messages)).toBe(1);
});

test("a step and its undo", () => {
  const compactor = new Compactor(options);
  const sent = compactor.next(history).messages;
  const stepped = compactor.next(history, { force: true, compactTo: { chars: 4_000 } });
  expect([stepped.notice === null, said(stepped.messages)]).toEqual([false, 0]);
  expect(compactor.undo().messages).toEqual(sent);
});

test("a store has what is no longer shown", () => {
  const store = new OutputStore();
  const { messages } = new Compactor({ ...options, store }).next(history);
  const refs = [...JSON.stringify(messages).matchAll(/above; full text: (#\w+)\]/g)].map((found) => found[1] ?? "");
  expect(refs.map((ref) => store.get(ref))).toEqual([`// New.\n${text}`, `// Newer.\n${text}`]);
});
