import type { Compact } from "../../../target/wasm-pkg/tooltrim.js";
import { toTooltrimError } from "../errors.js";
import { copyData } from "../tool/copy.js";
import { Lasting } from "../wasm.js";
import type { CompactOptions, JsonValue, RequestOptions } from "./types.js";

/** A compactor of the binding, and what it is made from again when its memory is lost. */
export class Core {
  readonly #lasting: Lasting<Compact>;
  /** What counts, as JSON; `undefined` as long as that is what it was made with. */
  #state: string | undefined;
  #reserve: RequestOptions["reserve"];

  constructor(options: Partial<CompactOptions>, state: JsonValue | undefined, goesOn: boolean) {
    const own = copyOf({ options, state });
    this.#lasting = new Lasting(({ Compact }) => {
      const made = new Compact(own.options, this.#state === undefined ? own.state : JSON.parse(this.#state), goesOn);
      if (this.#reserve) made.beside(this.#reserve);
      return made;
    });
  }

  /** The compactor. What it decided and was not committed is not known to the next one. */
  get now(): Compact {
    return this.#lasting.now;
  }

  /** Whether the next use makes another one. */
  get isLost(): boolean {
    return this.#lasting.isLost;
  }

  /** What counts, as JSON. */
  get state(): string {
    return this.#state ?? this.now.state();
  }

  /** What stands outside the messages from now on. */
  beside(reserve: RequestOptions["reserve"]): void {
    const own = copyOf(reserve);
    this.now.beside(own);
    this.#reserve = own;
  }

  /** What `compact` decided last counts from now on. What counted before, when that was something else. */
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

  /** The provider billed so many tokens for what was estimated at so many. */
  observe(billed: number, estimated: number): void {
    const { now } = this;
    now.observe(billed, estimated);
    this.#state = now.state();
  }

  /** Takes the last step back. */
  undo(): void {
    const { now } = this;
    now.undo();
    this.#state = now.state();
  }
}

/** As it is now: the caller's object may change before it is read again. */
function copyOf<T>(data: T): T {
  try {
    return copyData(data);
  } catch (thrown) {
    throw toTooltrimError(thrown);
  }
}
