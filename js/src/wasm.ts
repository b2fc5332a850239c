import * as bindings from "../../target/wasm-pkg/tooltrim.js";
import { TooltrimError } from "./errors.js";

/** What {@link init} takes: the bytes of `tooltrim.wasm`, a compiled module, or a response that delivers them. */
export type WasmInput = BufferSource | WebAssembly.Module | Response | Promise<Response>;

type Ready = BufferSource | WebAssembly.Module;

let provider: (() => Ready) | undefined;
let numbers: number[] | undefined;

/** Set by the entry that carries the wasm with it: nothing is decoded or compiled before the first use. */
export function provide(source: () => Ready): void {
  provider = source;
}

function start(input: Ready): void {
  bindings.initSync({ module: input });
  numbers = bindings.answer() as number[];
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
  if (numbers) return;
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
  if (numbers) return;
  const given = await input;
  const source = given instanceof Object && "arrayBuffer" in given ? await given.arrayBuffer() : given;
  const ready = source ?? provider?.();
  const module = ready && !(ready instanceof WebAssembly.Module) ? await WebAssembly.compile(ready) : ready;
  initSync(module);
}

/** The binding, ready to be called. */
export function wasm(): typeof bindings {
  if (!numbers) initSync();
  return bindings;
}

/** Where the binding puts its answers; only valid until the next call. */
export function answer(): readonly number[] {
  return numbers ?? [];
}
