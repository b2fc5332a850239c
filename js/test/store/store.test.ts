// Nothing that was cut is gone: a ref names it, and it comes back byte for byte while it is held.
import fc from "fast-check";
import { Trimmer, TrimStream, type TruncationEvent, trim, trimValue } from "tooltrim";
import { truncationScope } from "tooltrim/signals";
import { OutputStore } from "tooltrim/store";
import { describe, expect, it } from "vitest";

const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");

describe("what is cut", () => {
  it("is kept, and the marker names where", () => {
    const store = new OutputStore();
    const { text, ref } = trim(log, { maxChars: 300, store });
    expect(ref).toBe("#R1");
    expect(text).toMatch(/\n\.\.\. \[truncated [\d,]+ chars; full text: #R1\] \.\.\.\n/);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(store.get("#R1")).toBe(log);
  });

  it("is not kept when it fits: there is no ref", () => {
    const store = new OutputStore();
    expect(trim("short", { store })).toEqual({ text: "short", truncated: false, omitted: { utf16: 0, chars: 0 } });
    expect(store.stats.texts).toBe(0);
    expect(trim("a".repeat(3990), { store }).ref).toBeUndefined();
  });

  it("has one ref, however often it is cut", () => {
    const store = new OutputStore();
    const first = trim(log, { maxChars: 300, store });
    trim(`${log}other`, { maxChars: 300, store });
    expect(trim(log, { maxChars: 300, store })).toEqual(first);
    expect(new Trimmer({ maxChars: 300, store }).trim(log)).toEqual(first);
    expect(store.put(log)).toBe("#R1");
    expect(store.stats.texts).toBe(2);
  });

  it("is kept as it came, not as it was cleaned", () => {
    const store = new OutputStore();
    const noisy = `\u001b[31m${log}\u001b[0m`;
    const { ref, cleaned } = trim(noisy, { maxChars: 300, store, clean: true });
    expect(cleaned).toBeDefined();
    expect(store.get(ref as string)).toBe(noisy);
  });

  it("is kept of rescued texts, of JSON and of streams alike", () => {
    const store = new OutputStore();
    const failing = `${log}error: disk full\n${log}`;
    expect(trim(failing, { maxChars: 300, store, rescue: true }).text).toMatch(
      /\[… [\d,]+ lines(?:, [\d,]+ chars)?; full text: #R1\]\nerror: disk full\n/,
    );
    const answer = JSON.stringify({ id: 1, body: "It crashes. ".repeat(500) });
    const json = trim(answer, { maxChars: 300, store, format: "json" });
    expect(JSON.parse(json.text).body).toContain("; full text: #R2]");
    expect(store.get("#R2")).toBe(answer);
    const stream = new TrimStream({ maxChars: 300, store });
    for (let at = 0; at < log.length; at += 777) stream.push(new TextEncoder().encode(log.slice(at, at + 777)));
    expect(stream.finish()).toEqual(trim(log, { maxChars: 300, store }));
    expect(store.get("#R3")).toBe(log);
  });

  it("is told of with its ref", () => {
    const store = new OutputStore();
    const { events } = truncationScope(() => trim(log, { maxChars: 300, store }));
    expect(events).toMatchObject([{ ref: "#R1", unit: "chars", before: log.length }]);
  });

  it("is told of in true numbers however much memory the store takes", () => {
    const store = new OutputStore();
    const events: TruncationEvent[] = [];
    const trimmer = new Trimmer({ maxChars: 100, store, onTruncate: (event) => events.push(event) });
    for (let at = 0; at < 20_000; at += 1) trimmer.trim(`${at} ${"line of output\n".repeat(20)}`);
    expect(events.filter(({ limit, before }) => limit !== 100 || before < 300)).toEqual([]);
  });

  it("has its own ref in the marker when a token counter puts other texts into the store", () => {
    const store = new OutputStore();
    const tokens = (text: string) => {
      store.put(`other ${text.length}`);
      return Math.ceil(text.length / 4);
    };
    const { text, ref } = trim(log, { maxTokens: 100, tokens, store });
    expect(text).toContain(`full text: ${ref}]`);
    expect(store.get(ref as string)).toBe(log);
  });

  it("is kept with a token counter that trims with the same store", () => {
    const store = new OutputStore();
    const tokens = (text: string) => {
      trim(`inner ${log}`, { maxChars: 200, store });
      return Math.ceil(text.length / 4);
    };
    const { text, ref } = trim(log, { maxTokens: 100, tokens, store });
    expect(store.get(ref as string)).toBe(log);
    expect(text).toContain(`full text: ${ref}]`);
  });
});

describe("the marker", () => {
  it("of the caller names the ref where it says so, and is otherwise left alone", () => {
    const store = new OutputStore();
    expect(trim(log, { maxChars: 100, store, marker: "<{ref}>" }).text).toContain("\n<#R1>\n");
    expect(trim(log, { maxChars: 100, store, marker: "<cut>" }).text).toContain("\n<cut>\n");
    expect(() => trim(log, { maxChars: 100, marker: "<{ref}>" })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining("needs a store") }),
    );
  });

  it("of ours does without the ref where there is no room for it", () => {
    const store = new OutputStore();
    const { text, ref } = trim(log, { maxChars: 40, store });
    expect(text).toContain("... [truncated ");
    expect(text).not.toContain("#R");
    expect(ref).toBe("#R1");
  });

  it("holds the limit whatever the number of the ref", () => {
    const store = new OutputStore({ maxBytes: 2000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 70, max: 200 }), (digit, maxChars) => {
        const { text } = trim(`${digit} ${"line of output\n".repeat(50)}`, { maxChars, store });
        expect(text.length).toBeLessThanOrEqual(maxChars);
        for (let at = 0; at < 40; at += 1) store.put(`filler ${digit} ${at} ${maxChars}`);
      }),
    );
    expect(store.put("one more").length).toBeGreaterThan(4);
  });
});

describe("memory", () => {
  it("is bounded by bytes, and what was not used for the longest time leaves first", () => {
    const store = new OutputStore({ maxBytes: 1000 });
    const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(400));
    store.put(a as string);
    store.put(b as string);
    store.get("#R1");
    store.put(c as string);
    expect(store.get("#R1")).toBe(a);
    expect(() => store.get("#R2")).toThrow(
      expect.objectContaining({
        code: "UNKNOWN_REF",
        message: "ref: #R2 was evicted: the store holds at most 1000 bytes",
      }),
    );
    expect(store.stats).toEqual({ bytes: 800, texts: 2, lost: 1 });
  });

  it("counts bytes of UTF-8", () => {
    const store = new OutputStore();
    store.put(`${"é".repeat(10)}👍`);
    expect(store.stats.bytes).toBe(24);
  });

  it("gives a text that has left its old ref again", () => {
    const store = new OutputStore({ maxBytes: 1000 });
    for (const letter of ["a", "b", "c"]) store.put(letter.repeat(400));
    expect(store.has("#R1")).toBe(false);
    expect(store.put("a".repeat(400))).toBe("#R1");
    expect(store.get("#R1")).toBe("a".repeat(400));
  });

  it("keeps the ends of a text that is larger than all of it, and says so in it", () => {
    const store = new OutputStore({ maxBytes: 2000 });
    const ref = store.put(log);
    const held = store.get(ref);
    expect(new TextEncoder().encode(held).length).toBeLessThanOrEqual(2000);
    expect(held).toMatch(/\n\.\.\. \[\d+ bytes are not kept: the text is larger than its store\] \.\.\.\n/);
    expect(store.put(log)).toBe(ref);
    const stream = new TrimStream({ maxChars: 300, store });
    for (let at = 0; at < log.length; at += 777) stream.push(log.slice(at, at + 777));
    expect(stream.finish()).toEqual(trim(log, { maxChars: 300, store }));
    expect(store.get(ref)).toBe(held);
    // To keep less of it is no cut of what a tool answered.
    expect(truncationScope(() => store.put(`${log}.`)).truncationApplied).toBe(false);
  });

  it("tells texts apart that differ in lone surrogates", () => {
    const store = new OutputStore();
    expect([store.put("a\ud800"), store.put("a\udc00"), store.put("a\ufffd")]).toEqual(["#R1", "#R2", "#R3"]);
    expect(store.get("#R1")).toBe("a\ud800");
  });

  it("behaves as a model of it does", () => {
    const texts = fc.integer({ min: 0, max: 12 }).map((number) => `${number} `.repeat(50 + number * 10));
    const step = fc.oneof(
      texts.map((text) => ({ put: text })),
      fc.integer({ min: 1, max: 13 }).map((number) => ({ get: number })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = new OutputStore({ maxBytes: 1000 });
        const refs: string[] = [];
        // In order of use, the oldest first.
        const held = new Map<string, string>();
        for (const step of steps) {
          if ("put" in step) {
            const known = refs.indexOf(step.put);
            if (known < 0) refs.push(step.put);
            const ref = `#R${refs.indexOf(step.put) + 1}`;
            expect(store.put(step.put)).toBe(ref);
            held.delete(ref);
            held.set(ref, step.put);
            const used = () => [...held.values()].reduce((sum, text) => sum + text.length, 0);
            while (used() > 1000) held.delete(held.keys().next().value as string);
          } else {
            const ref = `#R${step.get}`;
            const text = held.get(ref);
            if (text === undefined) {
              expect(() => store.get(ref)).toThrow(expect.objectContaining({ code: "UNKNOWN_REF" }));
            } else {
              expect(store.get(ref)).toBe(text);
              held.delete(ref);
              held.set(ref, text);
            }
          }
        }
      }),
    );
  });
});

describe("a ref", () => {
  it("that was never given is an error that says how far they go", () => {
    const store = new OutputStore();
    const unknown = (message: string) => expect.objectContaining({ code: "UNKNOWN_REF", message });
    expect(() => store.get("#R1")).toThrow(unknown("ref: #R1 was never given; nothing has been kept yet"));
    store.put("a");
    expect(() => store.get("#R9")).toThrow(unknown("ref: #R9 was never given; the refs go up to #R1"));
    for (const ref of ["", "x", "#R", "#R0", "#R-1", "#R1.5", "#R99999999999999999999999", null, {}, 1.5]) {
      expect(() => store.get(ref as string)).toThrow(expect.objectContaining({ code: "UNKNOWN_REF" }));
    }
  });

  it("is understood as models write it", () => {
    const store = new OutputStore();
    store.put("text");
    for (const ref of ["#R1", "R1", "r1", "1", "[#R1]", " #R1 ", '"#R1"']) expect(store.get(ref)).toBe("text");
  });
});

describe("a state", () => {
  it("brings back refs and texts", () => {
    const store = new OutputStore();
    const texts = [log, "a", "b\ud800"];
    const refs = texts.map((text) => store.put(text));
    const again = OutputStore.from(JSON.parse(JSON.stringify(store.state())));
    expect(refs.map((ref) => again.get(ref))).toEqual(texts);
    expect(texts.map((text) => again.put(text))).toEqual(refs);
    expect(again.put("new")).toBe("#R4");
    expect(again.state()).not.toEqual(store.state());
  });

  it("that is none is refused", () => {
    for (const state of [
      null,
      1,
      "x",
      {},
      { version: 1, index: "x", texts: [] },
      { version: 2, index: "", texts: [] },
    ]) {
      expect(() => OutputStore.from(state)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    }
  });
});

describe("options", () => {
  it("are checked", () => {
    const bad = [
      { maxBytes: -1 },
      { maxBytes: 999 },
      { maxBytes: "1" },
      { maxBytes: Number.NaN },
      [],
      5,
      { backend: {} },
    ];
    for (const options of bad) {
      expect(() => new OutputStore(options as never)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    }
    expect(() => trim(log, { store: {} as never })).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    expect(() => new OutputStore().put(5 as never)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });

  it("of a part of a value have no store: that of the whole is meant", () => {
    const store = new OutputStore();
    expect(() => trimValue({ a: log }, { strings: { maxChars: 100, store } as never })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
