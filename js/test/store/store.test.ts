// Nothing that was cut is gone: a ref names it, and it comes back byte for byte while it is held.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Trimmer, TrimStream, type TruncationEvent, trim, trimValue } from "tooltrim";
import { truncationScope } from "tooltrim/signals";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { describe, expect, it } from "vitest";
import { refOf } from "../support/refs.js";

const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");

describe("what is cut", () => {
  it("is kept, and the marker names where", () => {
    const store = new OutputStore();
    const { text, ref } = trim(log, { maxChars: 300, store });
    expect(ref).toBe(refOf(log));
    expect(text).toMatch(/\n\.\.\. \[truncated [\d,]+ chars; full text: #[0-9a-z]{8}\] \.\.\.\n/);
    expect(text).toContain(`: ${ref}]`);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(store.get(ref)).toBe(log);
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
    expect(store.put(log)).toBe(first.ref);
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
      /\[… [\d,]+ lines(?:, [\d,]+ chars)?; full text: #\w{8}\]\nerror: disk full\n/,
    );
    const answer = JSON.stringify({ id: 1, body: "It crashes. ".repeat(500) });
    const json = trim(answer, { maxChars: 300, store, format: "json" });
    expect(JSON.parse(json.text).body).toContain(`; full text: ${refOf(answer)}]`);
    expect(store.get(refOf(answer))).toBe(answer);
    const stream = new TrimStream({ maxChars: 300, store });
    for (let at = 0; at < log.length; at += 777) stream.push(new TextEncoder().encode(log.slice(at, at + 777)));
    expect(stream.finish()).toEqual(trim(log, { maxChars: 300, store }));
    expect(store.get(refOf(log))).toBe(log);
  });

  it("is told of with its ref", () => {
    const store = new OutputStore();
    const { events } = truncationScope(() => trim(log, { maxChars: 300, store }));
    expect(events).toMatchObject([{ ref: refOf(log), unit: "chars", before: log.length }]);
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
    expect(trim(log, { maxChars: 100, store, marker: "<{ref}>" }).text).toContain(`\n<${refOf(log)}>\n`);
    expect(trim(log, { maxChars: 100, store, marker: "<cut>" }).text).toContain("\n<cut>\n");
    expect(() => trim(log, { maxChars: 100, marker: "<{ref}>" })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining("needs a store") }),
    );
  });

  it("of ours does without the ref where there is no room for it", () => {
    const store = new OutputStore();
    const { text, ref } = trim(log, { maxChars: 40, store });
    expect(text).toContain("... [truncated ");
    expect(text).not.toContain("#");
    expect(ref).toBe(refOf(log));
  });
});

describe("memory", () => {
  it("counts bytes of UTF-8", () => {
    const store = new OutputStore();
    store.put(`${"é".repeat(10)}👍`);
    expect(store.stats.bytes).toBe(24);
  });

  it("gives a text that has left its old ref again", () => {
    const store = new OutputStore({ maxBytes: 1000 });
    for (const letter of ["a", "b", "c"]) store.put(letter.repeat(400));
    const ref = refOf("a".repeat(400));
    expect(store.has(ref)).toBe(false);
    expect(store.put("a".repeat(400))).toBe(ref);
    expect(store.get(ref)).toBe("a".repeat(400));
  });

  it("tells texts apart that differ in lone surrogates", () => {
    const store = new OutputStore();
    const texts = ["a\ud800", "a\udc00", "a\ufffd", "\udc00\ud800"];
    expect(texts.map((text) => store.put(text))).toEqual(texts.map(refOf));
    for (const text of texts) expect(store.get(refOf(text))).toBe(text);
  });

  it("has the same refs with and without a hash of the host", async () => {
    const texts = [4095, 4096, 4097, 100_000].flatMap((size) =>
      ["x", "é", "\u{1f680}", "a\ud800"].map((of) => of.repeat(size)),
    );
    const script = `
      process.getBuiltinModule = undefined;
      const { OutputStore } = await import("tooltrim/store");
      const texts = [4095, 4096, 4097, 100_000].flatMap((size) => ["x", "é", "\\u{1f680}", "a\\ud800"].map((of) => of.repeat(size)));
      console.log(texts.map((text) => new OutputStore().put(text)).join());`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(texts.map((text) => new OutputStore().put(text)).join()).toBe(stdout.trim());
    expect(texts.map(refOf).join()).toBe(stdout.trim());
  });
});

describe("of two texts with one ref", () => {
  // Two of 1.4 million such texts have the same first 40 bits of SHA-256.
  const [one, other] = [1_353_447, 1_427_216].map((number) => `${number} ${"line of output\n".repeat(20)}`) as [
    string,
    string,
  ];

  it("a backend keeps the first, and the other says so", async () => {
    const backend = new Map<string, string>();
    const [mine, theirs] = [one, other].map((text) => {
      const store = new OutputStore({ backend, maxBytes: 1000 });
      store.put(text);
      return store;
    }) as [OutputStore, OutputStore];
    await mine.flush();
    const why = `backend: writing ${refOf(one)} failed: another text has this ref; 1 result stays in memory only`;
    await expect(theirs.flush()).rejects.toMatchObject({ code: "BACKEND_FAILED", message: why });
    expect(theirs.get(refOf(other))).toBe(other);
    theirs.put("x".repeat(900));
    await expect(theirs.load(refOf(other))).rejects.toMatchObject({ message: expect.stringContaining("another text") });
    expect(await mine.load(refOf(one))).toBe(one);
  });
});

describe("a ref", () => {
  it("that is not there is an error", () => {
    const store = new OutputStore();
    const message = "ref: #k3f9a2bx was never given, or has left the store: only the newest results are kept";
    expect(() => store.get("#k3f9a2bx")).toThrow(expect.objectContaining({ code: "UNKNOWN_REF", message }));
    for (const ref of ["", "x", "#", "#R1", "#00000000", "#k3f9a2bu", "#k3f9a2bxx", undefined, null, {}, 1.5]) {
      expect(() => store.get(ref as string)).toThrow(expect.objectContaining({ code: "UNKNOWN_REF" }));
    }
  });

  it("is understood as models write it", () => {
    const store = new OutputStore();
    const ref = refOf("text").slice(1);
    store.put("text");
    for (const written of [`#${ref}`, ref, ref.toUpperCase(), `[#${ref}].`, ` #${ref} `, `"#${ref}"`]) {
      expect(store.get(written)).toBe("text");
    }
  });
});

describe("a state", () => {
  it("leaves refs to the store that gave them out before there were conversations", async () => {
    const store = new OutputStore();
    const ref = store.put("a text of the store itself");
    const restored = OutputStore.from(store.state());
    restored.conversation("a").put("a text of the store itself");
    expect(await retrieveTool(restored, "text").handler({ ref })).toContain("a text of the store itself");
  });

  it("brings back refs and texts", () => {
    const store = new OutputStore();
    const texts = [log, "a", "b\ud800"];
    const refs = texts.map((text) => store.put(text));
    const again = OutputStore.from(JSON.parse(JSON.stringify(store.state())));
    expect(refs.map((ref) => again.get(ref))).toEqual(texts);
    expect(texts.map((text) => again.put(text))).toEqual(refs);
    expect(again.state()).toEqual(store.state());
  });

  it("of an earlier version is refused, and so is what is none", () => {
    const earlier = { version: 1, index: "", texts: [], sum: "0" };
    const message = "state: is one of an earlier version; start a new store without it";
    expect(() => OutputStore.from(earlier)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", message }));
    for (const state of [null, 1, "x", {}, { version: 2, texts: [] }, { version: 3, texts: [] }]) {
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
