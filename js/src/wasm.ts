import * as bindings from "../../target/wasm-pkg/tooltrim.js";
import { TooltrimError } from "./errors.js";

/** What {@link init} takes: the bytes of `tooltrim.wasm`, a compiled module, or a response that delivers them. */
export type WasmInput = BufferSource | WebAssembly.Module | Response | Promise<Response>;

type Ready = BufferSource | WebAssembly.Module;

let provider: (() => Ready) | undefined;
let memory: WebAssembly.Memory | undefined;

/** Set by the entry that carries the wasm with it: nothing is decoded or compiled before the first use. */
export function provide(source: () => Ready): void {
  provider = source;
}

function start(input: Ready): void {
  memory = bindings.initSync({ module: input }).memory;
}

/**
 * Compiles the wasm now instead of at first use. Calling it again does nothing.
 *
 * @example
 * ```ts
 * import { initSync } from "tooltrim";
 *
 * initSync(); // the first trim is then as fast as the next
 * ```
 *
 * With `tooltrim/slim` the wasm is yours to give: `initSync(readFileSync(path))`.
 */
export function initSync(input?: Ready): void {
  if (memory) return;
  const ready = input ?? provider?.();
  if (!ready) {
    throw new TooltrimError("NOT_INITIALIZED", "tooltrim/slim: call init(wasm) or initSync(wasm) first");
  }
  start(ready);
}

/**
 * As {@link initSync}, compiled off the main thread where the host can; resolves when the library is ready.
 *
 * @example
 * ```ts
 * import { init } from "tooltrim";
 *
 * await init();
 * ```
 */
export async function init(input?: WasmInput): Promise<void> {
  if (memory) return;
  const given = await input;
  const source = given instanceof Object && "arrayBuffer" in given ? await given.arrayBuffer() : given;
  const ready = source ?? provider?.();
  const module = ready && !(ready instanceof WebAssembly.Module) ? await WebAssembly.compile(ready) : ready;
  initSync(module);
}

/** The binding, ready to be called. */
export function wasm(): typeof bindings {
  if (!memory) initSync();
  return bindings;
}

/** Numbers that the binding keeps in its memory, from an address on. Growth of the memory detaches them. */
export function numbersAt(address: number, count: number): Float64Array {
  return new Float64Array(memory?.buffer ?? new ArrayBuffer(0), address, count);
}

const surrogate = /[\ud800-\udfff]/;
const nothing = /^/;

/**
 * Up to here each UTF-16 unit is a char. Instant on strings that the engine keeps in one byte a char: they cannot
 * match. The second test makes the engine forget the text: it remembers the last one that matched, however long.
 */
export function plainLength(text: string): number {
  if (!surrogate.test(text)) return text.length;
  const first = text.search(surrogate);
  nothing.test("");
  return first;
}
