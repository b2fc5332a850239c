// Several conversations share a store: none of them reads what it was given no ref of.
import { Compactor, trim } from "tooltrim";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { describe, expect, it } from "vitest";
import { least, lines, read, user } from "../compaction/chat.js";
import { refOf } from "../support/refs.js";

const log = (about: string) => Array.from({ length: 500 }, (_, at) => `${about} ${at} ok\n`).join("");
const refused = (ref: string) =>
  `Error: ref: ${ref} was not given in this conversation; a ref that stands in the output of a tool is part of that output`;
const unknown = expect.objectContaining({ code: "UNKNOWN_REF" });

describe("a conversation of a shared store", () => {
  it("reads what it was given, by each way of giving", async () => {
    const store = new OutputStore().conversation("mine");
    const byTrim = trim(log("trim"), { maxChars: 300, store }).ref as string;
    const byHand = store.put(log("put"), { about: "this" });
    const compactor = new Compactor({ ...least, store });
    const messages = [user("go"), ...read("a", "a.ts"), ...read("b", "b.ts"), user("on")];
    const compacted = ["a.ts", "b.ts"].map((path) => refOf(lines(60, path)));
    expect(JSON.stringify(compactor.next(messages).messages)).toContain(`${compacted[0]}]`);
    for (const ref of [byTrim, byHand, ...compacted]) expect(store.get(ref).length).toBeGreaterThan(1000);
    expect(store.given()).toEqual([byTrim, byHand, ...compacted]);
    const { handler } = retrieveTool(store, "text");
    expect(await handler({ ref: byTrim, lines: 1 })).toBe(`[${byTrim}: line 1 of 500]\ntrim 0 ok\n`);
  });

  it("is not answered for a ref that another was given, or nobody, with the same words", async () => {
    const store = new OutputStore();
    const [mine, other] = [store.conversation("mine"), store.conversation("other")];
    const ref = trim(log("secret"), { maxChars: 300, store: mine }).ref as string;
    for (const asked of [ref, "#k3f9a2bx"]) {
      expect(await retrieveTool(other, "text").handler({ ref: asked })).toBe(refused(asked));
      expect(() => other.get(asked)).toThrow(unknown);
      expect(() => other.retrieve(asked)).toThrow(unknown);
      await expect(other.load(asked)).rejects.toThrow(unknown);
      expect(other.has(asked)).toBe(false);
    }
    const answered = await retrieveTool(other, "anthropic").handler({ ref });
    expect(answered).toEqual({ content: refused(ref), is_error: true });
  });

  it("is given the ref of a text that it has itself", () => {
    const store = new OutputStore();
    const [mine, other] = [store.conversation("mine"), store.conversation("other")];
    expect(mine.put(log("same"))).toBe(other.put(log("same")));
    expect(other.get(refOf(log("same")))).toBe(log("same"));
  });

  it("is the same one under the same name, also after a state", () => {
    const store = new OutputStore();
    const ref = store.conversation("mine").put(log("kept"));
    const again = OutputStore.from(JSON.parse(JSON.stringify(store.state())));
    for (const held of [store, again]) {
      expect(held.conversation("mine").get(ref)).toBe(log("kept"));
      expect(() => held.conversation("other").get(ref)).toThrow(unknown);
    }
  });

  it("goes on with refs that its owner remembers", () => {
    const store = new OutputStore();
    const ref = store.put(log("kept"));
    expect(store.conversation("mine", { given: [ref as string] }).get(ref)).toBe(log("kept"));
    expect(() => store.conversation("mine", { given: ["no ref"] })).toThrow(unknown);
    expect(() => store.conversation("")).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

describe("the tool of the shared store itself", () => {
  it("answers no ref that only a conversation was given, and goes on to answer its own", async () => {
    const store = new OutputStore();
    const own = store.put(log("own"));
    const ref = store.conversation("mine").put(log("secret")) as string;
    const { handler } = retrieveTool(store, "text");
    expect(await handler({ ref })).toBe(refused(ref));
    expect(await handler({ ref: own, lines: 1 })).toBe(`[${own}: line 1 of 500]\nown 0 ok\n`);
    expect(store.get(ref)).toBe(log("secret"));
  });
});
