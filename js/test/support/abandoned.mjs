// Run without --expose-gc: what streams that nobody finishes hold of WebAssembly memory. Prints one line of JSON, in
// bytes.
import { readFileSync } from "node:fs";

/** The instance that the library makes for itself. */
let instance;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, given) {
    instance = Reflect.construct(target, given);
    return instance;
  },
});
const { initSync, TrimStream } = await import("tooltrim/slim");
initSync(readFileSync(new URL(import.meta.resolve("tooltrim/tooltrim.wasm"))));
const wasmHeld = () => instance.exports.memory.buffer.byteLength;

const line = "a line of a log that is not short\n";
const bytes = Buffer.from(line);
const options = [
  { maxChars: 4000 },
  { maxBytes: 20_000, clean: true, rescue: true },
  { maxTokens: 500 },
  { maxLines: 9 },
];
/** In one turn of the event loop no finalizer runs, whatever the collector does. */
function abandoned(streams, pieces) {
  for (let round = 0; round < streams; round += 1) {
    const stream = new TrimStream(options[round % options.length]);
    for (let n = 0; n < pieces; n += 1) stream.push((round + n) % 2 ? line : bytes);
  }
}

// Each kind once to its end, before the count begins.
for (const each of options) {
  const stream = new TrimStream(each);
  for (let n = 0; n < 20; n += 1) stream.push(line.repeat(1000));
  stream.finish();
}
const before = wasmHeld();
abandoned(10_000, 3);
const small = wasmHeld() - before;
abandoned(200, 500);
const overALimit = wasmHeld() - before;

// Each of these was cut long before it ended.
const log = line.repeat(20_000);
const failing = (error) => {
  let sent = false;
  const pull = (controller) => {
    if (sent) controller.error(error);
    else controller.enqueue(log);
    sent = true;
  };
  return new ReadableStream({ pull });
};
/** A stream that somebody reads: only then does it take what is written. */
function opened(stream) {
  const [reader, writer] = [stream.readable.getReader(), stream.writable.getWriter()];
  for (const promise of [reader.read(), reader.closed, writer.closed]) promise.catch(() => {});
  return { reader, writer };
}
const endings = {
  aborted: async (stream) => {
    const { writer } = opened(stream);
    await writer.write(log);
    await writer.abort(new Error("given up"));
  },
  cancelled: async (stream) => {
    const { reader, writer } = opened(stream);
    await writer.write(log);
    await reader.cancel();
  },
  failed: (stream) => failing(new Error("broke off")).pipeThrough(stream).getReader().read(),
  wrong: async (stream) => {
    const { writer } = opened(stream);
    await writer.write(log);
    await writer.write(7);
  },
};
const held = { small, overALimit };
for (const [name, end] of Object.entries(endings)) {
  const start = wasmHeld();
  for (let round = 0; round < 100; round += 1) await end(new TrimStream({ maxChars: 4000 })).catch(() => {});
  held[name] = wasmHeld() - start;
}
console.log(JSON.stringify(held));
