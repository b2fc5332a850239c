// A text in pieces: the result of `trim` on the whole.
import * as node from "node:stream";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { TooltrimError, type Trimmed, type TrimOptions, TrimStream, type TruncationEvent, trim } from "tooltrim";
import { expect, test, vi } from "vitest";
import * as support from "./support/options.js";
import { encodable, texts } from "./support/texts.js";

vi.setConfig({ testTimeout: 120_000 });

const { Readable } = node;

const anyOptions: fc.Arbitrary<TrimOptions> = fc
  .tuple(support.anyOptions, fc.constantFrom(undefined, undefined, true))
  .map(([options, rescue]) => ({ ...options, rescue }));

type Told = { readonly result: Trimmed; readonly events: TruncationEvent[] } | "MARKER_TOO_LONG";

/** What comes of it, and what a listener is told. */
function told(options: TrimOptions, run: (options: TrimOptions) => Trimmed): Told {
  const events: TruncationEvent[] = [];
  try {
    const result = run({ ...options, label: "text", onTruncate: (event) => events.push(event) });
    return { result, events };
  } catch (error) {
    if (error instanceof TooltrimError && error.code === "MARKER_TOO_LONG") return error.code;
    throw error;
  }
}

/** Pieces of these lengths, over and over. */
function* cut<T extends string | Uint8Array>(whole: T, lengths: readonly number[]): Generator<T> {
  for (let at = 0, turn = 0; at < whole.length; turn += 1) {
    // Many tiny pieces of a long text say no more than some.
    const length = Math.max(lengths[turn % lengths.length] ?? 1, turn > 300 ? 10_000 : 1);
    yield whole.slice(at, at + length) as T;
    at += length;
  }
}

function streamed(pieces: Iterable<string | Uint8Array>, options?: TrimOptions | number): Trimmed {
  const stream = new TrimStream(options);
  for (const piece of pieces) stream.push(piece);
  return stream.finish();
}

const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 90_000 })), {
  minLength: 1,
  maxLength: 4,
});
const clean = fc.option(
  fc.oneof(
    fc.constant(true),
    fc.record({ ansi: fc.boolean(), carriageReturns: fc.boolean(), repeatedLines: fc.boolean(), base64: fc.boolean() }),
  ),
  { nil: undefined, freq: 2 },
);
const noise = [
  "\u001b[31m",
  "\u001b[0m",
  "\u001b[2K\r",
  "\u001b]0;title\u0007",
  "\r\n",
  "\r",
  "retry\n".repeat(20),
  "\n\n\n\n",
];
const noisy = fc.array(fc.oneof(texts, fc.constantFrom(...noise)), { maxLength: 12 }).map((pieces) => pieces.join(""));

test("strings cut anywhere, also within a surrogate pair, come out as the whole", () => {
  fc.assert(
    fc.property(texts, anyOptions, lengths, (text, options, sizes) => {
      const whole = told(options, (given) => trim(text, given));
      expect(told(options, (given) => streamed(cut(text, sizes), given))).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});

test("long strings come out as the whole", () => {
  const long = fc
    .tuple(texts, texts, texts, fc.integer({ min: 1, max: 1_500_000 }))
    .map(([start, middle, end, length]) => start + middle.repeat(Math.ceil(length / (middle.length || length))) + end);
  fc.assert(
    fc.property(long, anyOptions, lengths, (text, options, sizes) => {
      const whole = told(options, (given) => trim(text, given));
      const ours = told(options, (given) => streamed(cut(text, sizes), given));
      // Not `toEqual`: nobody reads a megabyte in a failure.
      expect(JSON.stringify(ours) === JSON.stringify(whole), JSON.stringify([options, sizes, text.length])).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test("bytes cut anywhere, also within a char, come out as the whole", () => {
  fc.assert(
    fc.property(encodable, anyOptions, lengths, (text, options, sizes) => {
      const bytes = new TextEncoder().encode(text);
      const whole = told(options, (given) => trim(bytes, given));
      expect(told(options, (given) => streamed(cut(bytes, sizes), given))).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

const invalid = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: encodable.map((text) => new TextEncoder().encode(text.slice(0, 20))) },
      { weight: 2, arbitrary: fc.uint8Array({ maxLength: 5 }) },
      { weight: 1, arbitrary: fc.constantFrom([0xe6, 0x9c], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0xaf]) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

test("bytes that are not UTF-8 are refused or read as those of the whole", () => {
  const outcome = (run: () => Trimmed) => {
    try {
      return run();
    } catch (error) {
      return (error as TooltrimError).message;
    }
  };
  fc.assert(
    fc.property(invalid, lengths, (bytes, sizes) => {
      for (const decode of ["strict", "replace"] as const) {
        const options = { decode, maxChars: 60 };
        expect(outcome(() => streamed(cut(bytes, sizes), options))).toEqual(outcome(() => trim(bytes, options)));
      }
    }),
    { numRuns: 1000 },
  );
});

test("with cleaning, also of sequences that are cut, it is the result of the whole, and is stable", () => {
  fc.assert(
    fc.property(noisy, anyOptions, clean, lengths, (text, given, what, sizes) => {
      const options = { ...given, clean: what };
      const whole = told(options, (all) => trim(text, all));
      expect(told(options, (all) => streamed(cut(text, sizes), all))).toEqual(whole);
      if (whole === "MARKER_TOO_LONG") return;
      const again = trim(whole.result.text, options);
      expect(again.text).toBe(whole.result.text);
      expect(again.truncated || again.cleaned).toBeFalsy();
      if (!whole.result.truncated && !whole.result.cleaned) expect(whole.result.text).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test("a token counter is asked as for the whole, at most 8 times", () => {
  const text = "one two three four five\n".repeat(60_000);
  let calls = 0;
  const tokens = (piece: string) => {
    calls += 1;
    return Math.ceil(piece.length / 6);
  };
  const options = { maxTokens: 500, tokens };
  const whole = trim(text, options);
  calls = 0;
  expect(streamed(cut(text, [50_000]), options)).toEqual(whole);
  expect(calls).toBeLessThanOrEqual(8);
});

test("lone surrogates stand where they stood", () => {
  const text = "\ude00start \ud83d\n".repeat(50_000);
  for (const options of [{ maxChars: 100 }, { maxChars: 100, keep: "tail" }, { maxBytes: 1_000_000 }] as const) {
    expect(streamed(cut(text, [1]), options)).toEqual(trim(text, options));
  }
});

test("strings and bytes may come in turn", () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  expect(streamed(["na\u00ef", encode("ve \u{1f600}"), "", "\u{1f680}"]).text).toBe("na\u00efve \u{1f600}\u{1f680}");
  // A half of a char of one kind is not completed by the other.
  const [begun, rest] = [encode("\u672c").slice(0, 2), encode("\u672c").slice(2)];
  expect(streamed([begun, "", rest]).text).toBe("\u672c");
  expect(() => streamed([encode("abc"), begun, "text"])).toThrow(/^text: byte 3 \(0xe6\) is not UTF-8/);
  expect(streamed([begun, "text", "\ud83d", encode("!")], { decode: "replace" }).text).toBe("\ufffdtext\ufffd!");
});

test("a char that never ends is an error at the end", () => {
  const error = expect.objectContaining({ code: "INVALID_ENCODING", message: expect.stringMatching(/^text: byte 1 /) });
  expect(() => streamed([Uint8Array.of(0x61, 0xf0, 0x9f)])).toThrow(error);
  expect(streamed(["a", "\ud83d"])).toEqual({ text: "a\ud83d", truncated: false, omitted: { utf16: 0, chars: 0 } });
});

test("other views, and parts of an array, are the bytes they show", () => {
  const bytes = Uint8Array.of(0xff, 0x61, 0x62, 0xff);
  expect(streamed([bytes.subarray(1, 3), Buffer.from("cd")]).text).toBe("abcd");
  expect(streamed([new DataView(bytes.buffer, 1, 2) as unknown as Uint8Array]).text).toBe("ab");
});

test("the result is there once more, and nothing comes after it", () => {
  const stream = new TrimStream(100);
  stream.push("text");
  expect(stream.finish()).toBe(stream.finish());
  const error = expect.objectContaining({ code: "INVALID_OPTION" });
  expect(() => stream.push("more")).toThrow(error);
  expect(stream.finish().text).toBe("text");
});

test("an error ends it, and is the same from then on", () => {
  const stream = new TrimStream();
  expect(() => stream.push(Uint8Array.of(0xff))).toThrow(/byte 0 /);
  expect(() => stream.push("text")).toThrow(/byte 0 /);
  expect(() => stream.finish()).toThrow(/byte 0 /);
});

test("options are checked first, pieces when they come", () => {
  expect(() => new TrimStream(5)).toThrow(expect.objectContaining({ code: "MARKER_TOO_LONG" }));
  expect(() => new TrimStream({ maxChars: -1 })).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  const stream = new TrimStream();
  for (const piece of [undefined, null, 42, {}, new ArrayBuffer(2)]) {
    expect(() => stream.push(piece as string)).toThrow(/^text: .+ is not a string or a Uint8Array$/);
  }
  stream.push("text");
  expect(stream.finish().text).toBe("text");
});

test("what a counter throws comes out of finish", () => {
  const failure = new Error("no tokenizer");
  let fails = false;
  const tokens = (text: string) => {
    if (fails) throw failure;
    return text.length;
  };
  const stream = new TrimStream({ maxTokens: 50, tokens });
  stream.push("text ".repeat(100));
  fails = true;
  expect(() => stream.finish()).toThrow(failure);
});

const log = Array.from({ length: 5000 }, (_, at) => `line ${at} of the \u{1f680} log\n`);
const expected = trim(log.join(""), 500).text;

async function collect(source: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const piece of source) text += piece;
  return text;
}

test("as a Web Stream it emits the text once, at the end", async () => {
  const source = new ReadableStream<string>({
    start(controller) {
      for (const line of log) controller.enqueue(line);
      controller.close();
    },
  });
  const pieces: string[] = [];
  for await (const piece of source.pipeThrough(new TrimStream(500))) pieces.push(piece);
  expect(pieces).toEqual([expected]);
});

test("bytes of a response go through", async () => {
  const { body } = new Response(log.join(""));
  expect(await collect((body as ReadableStream<Uint8Array>).pipeThrough(new TrimStream(500)))).toBe(expected);
});

test("Node's streams take it: toWeb, pipeline, compose", async () => {
  // Node 20's declarations do not know that its streams take those of the web.
  const transform = () => new TrimStream(500) as unknown as node.Duplex;
  const { compose } = node as unknown as { compose: (...streams: node.Readable[]) => node.Readable };
  const web = Readable.toWeb(Readable.from(log)) as ReadableStream<string>;
  expect(await collect(web.pipeThrough(new TrimStream(500)))).toBe(expected);
  const bytes = () => Readable.from(Buffer.from(log.join("")), { objectMode: false, highWaterMark: 1000 });
  expect(await pipeline(bytes(), transform(), collect)).toBe(expected);
  expect(await collect(compose(bytes(), transform()))).toBe(expected);
});

test("a Web Stream that gets something wrong fails with our error", async () => {
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Uint8Array.of(0xff)),
  });
  const error = expect.objectContaining({ code: "INVALID_ENCODING" });
  await expect(collect(source.pipeThrough(new TrimStream(500)))).rejects.toThrow(error);
});

test("one that is given up gives its memory back", async () => {
  const stream = new TrimStream(500);
  await stream.readable.cancel();
  await stream.writable.abort().catch(() => {});
});
