// Results that come in pieces.
import { Readable } from "node:stream";
import { presets, toolify, toolifySync, trim } from "tooltrim";
import { describe, expect, test, vi } from "vitest";
import { later } from "./support.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const log = Array.from({ length: 20_000 }, (_, n) => `line ${n} of the log, with \u{1f4dd}\n`);
const whole = log.join("");

/** Pieces of some bytes, cut within chars. */
function* cut(all: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

const web = <T>(pieces: Iterable<T>) =>
  new ReadableStream<T>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

const sources: Record<string, () => unknown> = {
  "a generator": function* () {
    yield* log;
  },
  "an async generator": async function* () {
    yield* log;
  },
  "an async generator of bytes": async function* () {
    yield* cut(bytes(whole), 997);
  },
  "an iterator of a list": () => log.values(),
  "an async iterable": () => ({ [Symbol.asyncIterator]: () => log.values() }),
  "a promise of a stream": async () => web(log),
  "a Web stream of strings": () => web(log),
  "a Web stream of bytes": () => web(cut(bytes(whole), 4099)),
  "the body of a response": () => new Response(whole).body,
  "a Web stream that cannot be iterated": () => {
    const stream = web(log);
    return { getReader: () => stream.getReader() };
  },
  "a Node stream": () => Readable.from(log),
  "a Node stream of bytes": () => Readable.from(cut(bytes(whole), 1021), { objectMode: false }),
};

describe("pieces come out as their whole", () => {
  test.each(Object.entries(sources))("%s", async (_, source) => {
    expect(await toolify(source)()).toBe(trim(whole, presets.toolify).text);
    const output = { maxBytes: 3000, keep: "tail" } as const;
    expect(await toolify(source, { output })()).toBe(trim(whole, output).text);
  });
});

test("a generator of a tool that does not wait is read, anything to wait for is not", async () => {
  const expected = trim(whole, presets.toolify).text;
  expect(toolifySync(sources["a generator"] as () => unknown)()).toBe(expected);
  const asynchronous = "Tool Failed: the tool is asynchronous, use toolify";
  for (const name of Object.keys(sources).filter((name) => !/^a generator|^an iterator/.test(name))) {
    expect(toolifySync(sources[name] as () => unknown)()).toBe(asynchronous);
  }
  function* promises() {
    yield "a";
    yield Promise.resolve("b");
  }
  expect(toolifySync(promises)()).toBe(asynchronous);
  expect(await toolify(promises)()).toBe("ab");
});

test("what a sync tool will not read is let go", () => {
  const cancel = vi.fn();
  const node = Readable.from(["a"]);
  toolifySync(() => new ReadableStream({ cancel }))();
  toolifySync(() => node)();
  expect(cancel).toHaveBeenCalledOnce();
  expect(node.destroyed).toBe(true);
});

test("short pieces fit, no piece is an empty text", async () => {
  expect(await toolify(() => ["a", "b"].values())()).toBe("ab");
  expect(await toolify(async function* () {})()).toBe("");
  expect(await toolify(() => new Response(null).body ?? web([]))()).toBe("");
  expect(await toolify(() => [undefined, null, "", new Uint8Array()].values())()).toBe("");
});

test("pieces that are neither text nor bytes stand on lines of their own", async () => {
  function* pieces() {
    yield "start";
    yield { a: 1 };
    yield 2;
    yield "text\n";
    yield [];
    yield bytes("bytes");
    return "the end";
  }
  const text = 'start\n{\n  "a": 1\n}\n2\ntext\n[]\nbytesthe end';
  expect([await toolify(pieces)(), toolifySync(pieces)()]).toEqual([text, text]);
});

test("pieces in UTF-16 are decoded, whatever their size", async () => {
  const text = "step 1 of the build is done\n".repeat(20);
  const utf16 = new Uint8Array(Array.from(text, (char) => [char.charCodeAt(0), 0]).flat());
  for (const size of [16, 33, 5000]) expect(await toolify(() => cut(utf16, size))()).toBe(text);
});

test("bad bytes of a text are U+FFFD, bytes that are no text are told to be binary", async () => {
  expect(await toolify(() => [bytes("caf"), new Uint8Array([0xe9]), "!", new Uint8Array([0xc3])].values())()).toBe(
    "caf\ufffd!\ufffd",
  );
  const picture = new Uint8Array(200_000).fill(7);
  picture[20] = 0;
  let closed = false;
  async function* binary() {
    try {
      yield* cut(picture, 65_536);
    } finally {
      closed = true;
    }
  }
  expect(await toolify(binary)()).toBe("[binary data]");
  await later(0);
  expect(closed).toBe(true);
});

describe("a source that fails midway: what came is kept, and the failure is told", () => {
  const failing = (lines: number) =>
    async function* () {
      yield* log.slice(0, lines);
      throw Object.assign(new Error("connection lost"), { stack: "Error: connection lost\n    at socket" });
    };
  const failure = "Tool Failed: connection lost\nTraceback:\nError: connection lost\n    at socket";

  test("when it fits", async () => {
    expect(await toolify(failing(3), { errors: "stack" })()).toBe(log.slice(0, 3).join("") + failure);
    expect(await toolify(failing(0), { errors: "stack" })()).toBe(failure);
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue("no line end");
      },
      pull() {
        throw Object.assign(new Error("connection lost"), { stack: "" });
      },
    });
    expect(await toolify(() => broken)()).toBe("no line end\nTool Failed: connection lost");
    const node = new Readable({
      read() {
        this.push("some\n");
        this.destroy(Object.assign(new Error("connection lost"), { stack: "" }));
      },
    });
    expect(await toolify(() => node)()).toMatch(/^(some\n)?Tool Failed: connection lost$/);
  });

  test.each([100, 1000, 20_000])("when the end of %i lines is kept", async (lines) => {
    const text = await toolify(failing(lines), { errors: "stack" })();
    const all = log.slice(0, lines).join("") + failure;
    expect(text).toBe(trim(all, presets.toolify).text);
    expect(text.endsWith(failure)).toBe(true);
  });

  test.each([
    { maxChars: 500, keep: "head" },
    { maxBytes: 500, keep: "none", marker: "~" },
    { maxChars: 500, headShare: 1 },
    { maxChars: 500, tailChars: 0, snap: "char" },
    { maxTokens: 100, keep: "head" },
    { maxLines: 6, keep: "head" },
    { maxChars: 500, keep: "head", format: "json" },
    { maxChars: 500, keep: "head", clean: true, rescue: true },
  ] as const)("when the end is cut away: %o", async (output) => {
    for (const lines of [100, 20_000]) {
      const text = await toolify(failing(lines), { output, errors: "stack" })();
      expect(text).toContain(failure);
      expect([...text].length).toBeLessThanOrEqual(500);
    }
  });

  test("when the failure alone is too long", async () => {
    async function* tool() {
      yield "what came\n".repeat(1000);
      throw "x".repeat(100_000);
    }
    const text = await toolify(tool)();
    expect(text.startsWith("Tool Failed: xxx")).toBe(true);
    expect(text.length).toBeLessThanOrEqual(5000);
  });
});

test("a stream that is JSON stays JSON, and one that is too long for that is a text", async () => {
  const output = { maxChars: 400, format: "json" } as const;
  const rows = (count: number) =>
    function* () {
      yield "[0";
      for (let n = 1; n < count; n += 1) yield `, {"id": ${n}}`;
      yield "]";
    };
  const list = JSON.parse(await toolify(rows(20_000), { output })());
  expect([list[0], list.at(-1)]).toEqual([0, { id: 19_999 }]);
  const text = await toolify(rows(400_000), { output })();
  expect(text).toMatch(/^\[0.*\.\.\. \[truncated [\d,]+ chars\] \.\.\..*\]$/s);
  expect(text.length).toBeLessThanOrEqual(400);
});

test("a stream of 100 MB is read in bounded memory", async () => {
  const piece = bytes(log.slice(0, 2000).join(""));
  const rounds = Math.ceil(100_000_000 / piece.length);
  let most = 0;
  async function* tool() {
    for (let round = 0; round < rounds; round += 1) {
      yield piece.slice();
      if (round % 50 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
  }
  const before = process.memoryUsage().rss;
  const text = await toolify(tool)();
  expect(text.length).toBeGreaterThan(4000);
  expect(most - before).toBeLessThan(60_000_000);
});
