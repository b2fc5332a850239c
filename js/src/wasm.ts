import * as bindings from "../../target/wasm-pkg/tooltrim.js";
import { shown, TooltrimError } from "./errors.js";

/** Bytes of `tooltrim.wasm`, or a compiled `WebAssembly.Module`: a type that not every environment declares. */
export type WasmBytes = ArrayBuffer | ArrayBufferView | object;

/** What {@link init} takes: {@link WasmBytes}, or a `Response` that delivers them, or a promise of either. */
export type WasmInput = WasmBytes | PromiseLike<WasmBytes>;

let provider: (() => WasmBytes) | undefined;
let memory: WebAssembly.Memory | undefined;

/** Set by the entry that carries the wasm with it: nothing is decoded or compiled before the first use. */
export function provide(source: () => WasmBytes): void {
  provider = source;
}

function start(input: WasmBytes, ours: boolean): void {
  try {
    memory = bindings.initSync({ module: input as BufferSource | WebAssembly.Module }).memory;
  } catch (cause) {
    if (ours) {
      const hint = "a content security policy must allow script-src 'wasm-unsafe-eval'";
      throw new TooltrimError("NOT_INITIALIZED", `wasm: this host does not compile it: ${shown(cause)}; ${hint}`, {
        cause,
      });
    }
    throw new TooltrimError("INVALID_OPTION", `wasm: is not tooltrim.wasm of this version: ${shown(cause)}`, { cause });
  }
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
export function initSync(input?: WasmBytes): void {
  if (memory) return;
  const ready = input ?? provider?.();
  if (!ready) {
    throw new TooltrimError("NOT_INITIALIZED", "tooltrim/slim: call init(wasm) or initSync(wasm) first");
  }
  start(ready, input === undefined);
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
  const source = given instanceof Object && "arrayBuffer" in given ? await (given as Response).arrayBuffer() : given;
  const ready = source ?? provider?.();
  const compiled = ready instanceof ArrayBuffer || ArrayBuffer.isView(ready) ? await compile(ready) : ready;
  if (!compiled) initSync();
  // Another call may have been faster.
  else if (!memory) start(compiled, source === undefined);
}

/** What cannot be compiled is left to {@link initSync}, which says so in our words. */
async function compile(bytes: ArrayBuffer | ArrayBufferView): Promise<WasmBytes> {
  return WebAssembly.compile(bytes as BufferSource).catch(() => bytes);
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
