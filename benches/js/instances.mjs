// Records the WebAssembly instances of a process, to read their memory: the package keeps its instance to itself. Import
// this before the package.

/** Instances in order of creation. */
export const instances = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    instances.push(this);
  }
};
