// Records the WebAssembly instances of a process, to read their memory: the package keeps its instance to itself. Import
// this before the package.

const instances = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    instances.push(this);
  }
};

/** Bytes of their memory. */
export const wasmBytes = () => instances.reduce((sum, { exports }) => sum + exports.memory.buffer.byteLength, 0);

/** Bytes of the heap and beside it when the garbage is gone, which needs --expose-gc. */
export function heldBytes() {
  for (let round = 0; round < 3; round += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
