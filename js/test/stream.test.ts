// A text in pieces: the result of `trim` on the whole. Its laws are in stream.laws.test.ts.
import * as node from "node:stream";
import { pipeline } from "node:stream/promises";
import { TrimStream, trim } from "tooltrim";
import { expect, test } from "vitest";
import { collect, cut, streamed } from "./support/streams.js";

const { Readable } = node;

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
  expect(() => stream.push(Uint8Array.of(0xff, 0x61))).toThrow(/byte 0 /);
  expect(() => stream.push("text")).toThrow(/byte 0 /);
  expect(() => stream.finish()).toThrow(/byte 0 /);
});

test("options are checked first, pieces when they come", () => {
  expect(() => new TrimStream({ maxChars: 5, marker: "[cut here]" })).toThrow(
    expect.objectContaining({ code: "MARKER_TOO_LONG" }),
  );
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
    start: (controller) => controller.enqueue(Uint8Array.of(0xff, 0x61)),
  });
  const error = expect.objectContaining({ code: "INVALID_ENCODING" });
  await expect(collect(source.pipeThrough(new TrimStream(500)))).rejects.toThrow(error);
});

test("what would be the result now is shown, and reading goes on", () => {
  const events: unknown[] = [];
  const stream = new TrimStream({ maxChars: 60, onTruncate: (event) => events.push(event) });
  expect(stream.peek().text).toBe("");
  let text = "";
  for (const piece of ["a first line\n", "half \ud83d", "\ude00 of a pair\n", "and more of it\n".repeat(40)]) {
    stream.push(piece);
    text += piece;
    expect(stream.peek()).toEqual(trim(text, 60));
  }
  stream.push(Uint8Array.of(0xc3));
  expect(stream.peek()).toEqual(trim(text, 60));
  stream.push(Uint8Array.of(0xa9));
  expect(stream.peek()).toEqual(trim(`${text}\u00e9`, 60));
  expect(events).toEqual([]);
  const result = stream.finish();
  expect(stream.peek()).toEqual(result);
  expect(events.length).toBe(1);
});

test("what would be the result now is shown beside any number of lone surrogates", () => {
  const stream = new TrimStream({ maxBytes: 2_000_000 });
  const text = "\ude00".repeat(300_000);
  stream.push(`${text}\ud83d`);
  expect(stream.peek().text === `${text}\ud83d`).toBe(true);
});

test("a stream that failed shows its error", () => {
  const stream = new TrimStream(60);
  expect(() => stream.push(Uint8Array.of(0xff, 0x61))).toThrow();
  expect(() => stream.peek()).toThrow(expect.objectContaining({ code: "INVALID_ENCODING" }));
});

test("one that is given up gives its memory back", async () => {
  const stream = new TrimStream(500);
  await stream.readable.cancel();
  await stream.writable.abort().catch(() => {});
});
