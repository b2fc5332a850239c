import { type Binding, instantiate } from "../../target/wasm-pkg/instance.js";
import { faultOf, isExhausted, shown, TooltrimError } from "./errors.js";
import { Life, rehearse } from "./life.js";

/** Bytes of `tooltrim.wasm`, or a compiled `WebAssembly.Module`: a type that not every environment declares. */
export type WasmBytes = ArrayBuffer | ArrayBufferView | object;

/** The argument of {@link init}: {@link WasmBytes}, or a `Response` that delivers them, or a promise of either. */
export type WasmInput = WasmBytes | PromiseLike<WasmBytes>;

/** An instance of the module. */
interface Instance {
  readonly binding: Binding;
  readonly life: Life;
  readonly memory: WebAssembly.Memory;
  readonly drop: () => void;
}

declare const __MODULE__: string;

let provider: (() => WasmBytes) | undefined;
let compiled: WebAssembly.Module | undefined;
let current: Instance | undefined;

/** Set by the entry that carries the wasm with it: nothing is decoded or compiled before the first use. */
export function provide(source: () => WasmBytes): void {
  provider = source;
}

function provided(): WasmBytes | undefined {
  try {
    return provider?.();
  } catch (cause) {
    // Only a file that cannot be read has one.
    if ((cause as { code?: unknown } | undefined)?.code === undefined) throw refused(cause);
    // A program that a tool copied without the .wasm file, for example.
    const hint = "bundle it without the condition node-addons, or give it with initSync(bytes)";
    throw new TooltrimError("NOT_INITIALIZED", `wasm: cannot be read: ${shown(cause)}; ${hint}`, { cause });
  }
}

function start(input: WasmBytes, ours: boolean): void {
  try {
    const module = isModule(input) ? input : new WebAssembly.Module(input as BufferSource);
    current = instanceOf(module);
    compiled = module;
  } catch (cause) {
    if (ours || isExhausted(cause)) throw refused(cause);
    throw new TooltrimError("INVALID_OPTION", `wasm: is not ${__MODULE__}.wasm of this version: ${shown(cause)}`, {
      cause,
    });
  }
}

/** The error where the host does not compile. */
function refused(cause: unknown): Error {
  if (isExhausted(cause)) return faultOf(cause);
  const hint = "a content security policy must allow script-src 'wasm-unsafe-eval'";
  const message = `wasm: this host does not compile it: ${shown(cause)}; ${hint}`;
  return new TooltrimError("NOT_INITIALIZED", message, { cause });
}

/** By its tag: the edge runtime of Next.js passes modules of another realm. */
const isModule = (input: WasmBytes): input is WebAssembly.Module =>
  Object.prototype.toString.call(input) === "[object WebAssembly.Module]";

function instanceOf(module: WebAssembly.Module): Instance {
  rehearse();
  const life = new Life();
  // A copy: what esbuild answers has a getter for each name.
  const { initSync, drop, ...binding } = { ...instantiate(life) };
  const { memory } = initSync({ module });
  return { binding, life, memory, drop };
}

/**
 * A new instance in the place of one that has ended; of the first nothing is left but what its objects were made from.
 */
function renewed(module: WebAssembly.Module): Instance {
  try {
    current?.drop();
    current = instanceOf(module);
    return current;
  } catch (thrown) {
    throw faultOf(thrown);
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
  if (compiled) return;
  const ready = input ?? provided();
  if (!ready) {
    const entry = __MODULE__ === "tooltrim" ? "tooltrim/slim" : `tooltrim/slim/${__MODULE__}`;
    throw new TooltrimError("NOT_INITIALIZED", `${entry}: call init(wasm) or initSync(wasm) first`);
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
  if (compiled) return;
  const given = await input;
  const source = given instanceof Object && "arrayBuffer" in given ? await (given as Response).arrayBuffer() : given;
  const ready = source ?? provided();
  const module = ready instanceof ArrayBuffer || ArrayBuffer.isView(ready) ? await compile(ready) : ready;
  if (!module) initSync();
  // Another call may have been faster.
  else if (!compiled) start(module, source === undefined);
}

/** Compiles bytes; those that do not compile are left to {@link initSync}, which throws our error. */
async function compile(bytes: ArrayBuffer | ArrayBufferView): Promise<WasmBytes> {
  return WebAssembly.compile(bytes as BufferSource).catch(() => bytes);
}

function living(): Instance {
  if (current !== undefined && current.life.end === undefined) return current;
  if (!compiled) initSync();
  else renewed(compiled);
  return current as Instance;
}

/** The binding, ready to be called. What it makes is good as long as the instance lives: see {@link Lasting}. */
export function wasm(): Binding {
  return living().binding;
}

/** Numbers that the binding keeps in its memory, from an address on. Growth of the memory detaches them. */
export function numbersAt(address: number, count: number): Float64Array {
  return new Float64Array(living().memory.buffer, address, count);
}

/** An object of the binding that outlives the instance it is in: it is made again when that has ended. */
export class Lasting<T> {
  readonly #make: (binding: Binding) => T;
  #life: Life;
  #made: T;

  constructor(make: (binding: Binding) => T) {
    this.#make = make;
    const { binding, life } = living();
    this.#life = life;
    this.#made = make(binding);
  }

  /** True if the object that was made last is lost. */
  get isLost(): boolean {
    return this.#life.end !== undefined;
  }

  /** The object. */
  get now(): T {
    if (this.#life.end !== undefined) this.#renew();
    return this.#made;
  }

  #renew(): void {
    const { binding, life } = living();
    this.#made = this.#make(binding);
    this.#life = life;
  }
}
