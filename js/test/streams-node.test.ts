// Node's own streams: a child process that is piped, back-pressure, errors.
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as node from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { TrimStream, trim } from "tooltrim";
import { expect, test } from "vitest";
import { collect } from "./support/streams.js";

const { PassThrough, Readable } = node;
/** What TypeScript does not know: the members of a `Transform` besides those of a `NodeJS.ReadWriteStream`. */
type NodeStream = TrimStream & node.Transform;
const streamOf = (options: ConstructorParameters<typeof TrimStream>[0]) => new TrimStream(options) as NodeStream;
const outputOf = (code: string) => spawn(process.execPath, ["-e", code]).stdout;
const LINES = "for (let n = 0; n < 50000; n += 1) console.log('line', n)";
const lines = Array.from({ length: 50_000 }, (_, n) => `line ${n}\n`).join("");

test("the output of a child process is piped into it", async () => {
  // Also for the compiler.
  const stream: TrimStream = outputOf(LINES).pipe(new TrimStream(200));
  await once(stream, "finish");
  expect(stream.finish()).toEqual(trim(lines, 200));
});

test("its result is piped on, iterated, or read by events", async () => {
  const { text } = trim(lines, 200);
  expect(await collect(outputOf(LINES).pipe(streamOf(200)))).toBe(text);
  expect(String(await collect(outputOf(LINES).pipe(streamOf(200)).pipe(new PassThrough()).setEncoding("utf8")))).toBe(
    text,
  );
  const pieces: string[] = [];
  const stream = streamOf(200).on("data", (piece: string) => pieces.push(piece));
  outputOf(LINES).pipe(stream);
  await finished(stream);
  expect(pieces).toEqual([text]);
});

test("pipeline and compose take it at any place", async () => {
  const source = () => Readable.from([lines]);
  const { text } = trim(lines, 200);
  const { compose } = node as unknown as { compose: (...streams: node.Stream[]) => AsyncIterable<string> };
  expect(await collect(compose(source(), streamOf(200)))).toBe(text);
  expect(await collect(compose(source(), streamOf(200), new PassThrough({ encoding: "utf8" })))).toBe(text);
  const sink = new PassThrough({ encoding: "utf8" });
  const [found] = await Promise.all([collect(sink), pipeline(source(), streamOf(200), sink)]);
  expect(found).toBe(text);
});

test("nothing piles up: a piece is read when it comes, and a slow reader of the result is waited for", async () => {
  const stream = streamOf(200);
  const piece = "x".repeat(100_000);
  for (let count = 0; count < 100; count += 1) {
    stream.write(piece);
    expect(stream.writableLength).toBe(0);
  }
  const read: string[] = [];
  const slow = new node.Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write(chunk: string, _, done) {
      read.push(chunk);
      setTimeout(done, 20);
    },
  });
  stream.end("the end");
  stream.pipe(slow);
  await once(slow, "finish");
  expect(read).toEqual([trim(`${piece.repeat(100)}the end`, 200).text]);
});

test("its errors and those of the source are events, and free its memory", async () => {
  const stream = streamOf(200);
  const source = Readable.from([Uint8Array.of(0xff)], { objectMode: false });
  const [error] = await Promise.all([once(stream, "error"), source.pipe(stream)]);
  expect(error).toMatchObject([{ code: "INVALID_ENCODING" }]);
  expect(stream.destroyed).toBe(true);
  expect(() => stream.push("more")).toThrow();
  const failing = new Readable({
    read() {
      this.destroy(new Error("the source"));
    },
  });
  const destroyed = streamOf(200);
  await expect(pipeline(failing, destroyed, new PassThrough())).rejects.toThrow("the source");
  expect(destroyed.destroyed).toBe(true);
  expect(() => destroyed.push("more")).toThrow("text: came after the end of the stream");
});
