import type { Compact } from "../../../target/wasm-pkg/tooltrim.js";
import { toTooltrimError } from "../errors.js";
import { copyData } from "../tool/copy.js";
import { Lasting } from "../wasm.js";
import type { CompactOptions, JsonValue, RequestOptions } from "./types.js";

/** Options that one request can override. */
export type Beside = Pick<RequestOptions, "reserve" | "window" | "thinking">;

/** Compactor of the binding, with what is needed to recreate it when its memory is lost. */
export class Core {
  readonly #lasting: Lasting<Compact>;
  /** Committed state as JSON; `undefined` while it is the initial state. */
  #state: string | undefined;
  #beside: Beside = {};

  constructor(options: Partial<CompactOptions>, state: JsonValue | undefined, goesOn: boolean) {
    const own = copyOf({ options, state });
    this.#lasting = new Lasting(({ Compact }) => {
      const made = new Compact(own.options, this.#state === undefined ? own.state : JSON.parse(this.#state), goesOn);
      const { reserve, window, thinking } = this.#beside;
      if (reserve ?? window ?? thinking) made.beside(reserve, window, thinking);
      return made;
    });
  }

  /** Current compactor. A recreated one does not know uncommitted decisions. */
  get now(): Compact {
    return this.#lasting.now;
  }

  /** True if the next use recreates the compactor. */
  get isLost(): boolean {
    return this.#lasting.isLost;
  }

  /** Committed state as JSON. */
  get state(): string {
    return this.#state ?? this.now.state();
  }

  /** Overrides options from the next request on. */
  beside(beside: Beside): void {
    const own = copyOf(beside);
    this.now.beside(own.reserve, own.window, own.thinking);
    this.#beside = own;
  }

  /** Commits the last decisions of `compact`. Returns the previous state if it changed. */
  commit(compact: Compact): string | undefined {
    const before = this.#state ?? compact.state();
    const state = compact.commit();
    if (state === undefined) {
      this.#state = before;
      return undefined;
    }
    this.#state = state;
    return before;
  }

  /** Records the tokens billed for an estimate. */
  observe(billed: number, estimated: number): void {
    const { now } = this;
    now.observe(billed, estimated);
    this.#state = now.state();
  }

  /** Compares messages, from index `from` on, with those of the last request. */
  compare(from: number, last: readonly unknown[], messages: readonly unknown[]): void {
    const { now } = this;
    now.compare(from, last, messages);
    this.#state = now.state();
  }

  /** Takes back the last step. */
  undo(): void {
    const { now } = this;
    now.undo();
    this.#state = now.state();
  }
}

/** Copies options: the caller's object may change before it is read again. */
function copyOf<T>(data: T): T {
  try {
    return copyData(data);
  } catch (thrown) {
    throw toTooltrimError(thrown);
  }
}
