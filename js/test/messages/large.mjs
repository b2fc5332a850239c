// Run with --expose-gc: what reading a conversation with large results takes. Prints one line of JSON, in bytes.

/** The instance that the library makes for itself. */
let instance;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, given) {
    instance = Reflect.construct(target, given);
    return instance;
  },
});
const messages = await import("tooltrim/messages");

/** A flat text, as tools hand them over: not the tree of references that `repeat` makes. */
const flat = (line, units) => Buffer.from(line.repeat(Math.ceil(units / line.length)), "latin1").toString("latin1");
const large = flat("a line of a log that is not short\n", 50_000_000);

const id = (number) => `toolu_${number}`;
const session = (result, arguments_) => [
  { role: "user", content: "What is in the logs?" },
  ...[1, 2, 3].flatMap((number) => [
    { role: "assistant", content: [{ type: "tool_use", id: id(number), name: "cat", input: { command: arguments_ } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id(number), content: result }] },
  ]),
];
const { detectFormat, extractToolCalls, repairMessages, validateMessages } = messages;
const read = (some) => [
  detectFormat(some),
  extractToolCalls(some).length,
  validateMessages(some).length,
  // The last result goes, and another one is put in.
  repairMessages(some.slice(0, -1)).repairs.length,
];

const held = () => {
  global.gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed + external, buffers: arrayBuffers, wasm: instance.exports.memory.buffer.byteLength };
};

read(session("small", "small"));
const before = held();
const found = read(session(large, large));
const after = held();
const same = extractToolCalls(session(large, large)).every(({ result }) => result === large);
console.log(
  JSON.stringify({
    found,
    same,
    units: large.length * 6,
    heap: after.heap - before.heap,
    buffers: after.buffers - before.buffers,
    wasm: after.wasm - before.wasm,
  }),
);
