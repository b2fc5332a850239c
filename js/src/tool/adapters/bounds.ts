// What all adapters do with texts, values and errors, once their options are checked.
import { shown, TooltrimError } from "../../errors.js";
import { ownForm } from "../../forms.js";
import type { Trimmed, TrimOptions } from "../../options.js";
import { presets } from "../../presets.js";
import { report } from "../../signals/hub.js";
import { Trimmer } from "../../trimmer.js";
import { trimValue } from "../../value.js";
import type { ValueOptions, ValueTruncationEvent } from "../../value-types.js";
import { boundThrown } from "./errors.js";
import type { BoundOptions } from "./options.js";
import { totalBytesOf, trimTo } from "./share.js";
import { copyWith } from "./wrap.js";

/** The options of an adapter, checked. */
export class Bounds {
  readonly name: string | undefined;
  readonly output: TrimOptions;
  readonly values: ValueOptions;
  readonly maxParts: number;
  readonly maxMediaChars: number;
  /** Whether the caller said how values are to be bounded. */
  readonly hasValues: boolean;
  readonly #store: BoundOptions["store"];
  readonly #scope: BoundOptions["scope"];
  readonly #given: BoundOptions;
  /** Compiled once; `within` is for one result, and leaves the memory to `trim`. */
  readonly #trimmer: Trimmer | undefined;
  readonly #onTruncate: BoundOptions["onTruncate"];

  /** @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG` */
  constructor(options: BoundOptions | undefined, name?: string, isForOne = false) {
    const given = options ?? {};
    if (typeof given !== "object" || Array.isArray(given)) {
      throw new TooltrimError("INVALID_OPTION", `options: ${shown(given)} is not an object`);
    }
    for (const key of Object.keys(given)) {
      if (!known.has(key))
        throw new TooltrimError("INVALID_OPTION", `${shown(key)}: is not an option of a bounded tool`);
    }
    this.name = given.name ?? name;
    this.#onTruncate = given.onTruncate;
    this.maxParts = count("maxParts", given.maxParts, 100);
    this.maxMediaChars = count("maxMediaChars", given.maxMediaChars, 5_000_000);
    const output = given.output ?? presets.toolify;
    this.#store = given.store ?? output.store;
    this.#scope = given.scope ?? output.scope;
    const heard = heardBy(output.onTruncate, given.onTruncate);
    const more = { label: output.label ?? this.name, store: this.#store, scope: this.#scope, onTruncate: heard };
    this.output = { ...output, ...more };
    this.hasValues = given.values !== undefined;
    const { maxTotalBytes = totalBytesOf(output), toolName = this.name, onTruncate, ...values } = given.values ?? {};
    this.values = {
      ...values,
      maxTotalBytes,
      toolName,
      scope: this.#scope,
      onTruncate: heardBy(onTruncate, given.onTruncate),
    };
    this.#given = { ...given, name: this.name };
    if (isForOne) return;
    this.#trimmer = new Trimmer(this.output);
    trimValue(null, this.values);
  }

  /** A text within `output`. */
  readonly trim = (text: string): Trimmed => this.#trimmer?.trim(text) ?? trimTo(text, this.output);
  readonly text = (text: string): string => this.trim(text).text;

  /** A value within `values`. One that holds itself has no JSON, so no framework can send it: it stays. */
  readonly value = <T>(value: T, values: ValueOptions = this.values): T => {
    try {
      return trimValue(value, values).value;
    } catch (error) {
      if (error instanceof TooltrimError && error.code === "CYCLE") return value;
      throw error;
    }
  };

  /** A value within `values` that names, where something was cut and there is a store, what it was kept as. */
  readonly result = <T>(value: T): T => {
    if (!this.#store || typeof value !== "object" || value === null) return this.value(value);
    const maxTotalBytes = Math.max(2, (this.values.maxTotalBytes as number) - REF_BYTES);
    const bounded: unknown = this.value(value, { ...this.values, maxTotalBytes });
    const ref = bounded === value ? undefined : this.keep(() => JSON.stringify(value));
    if (ref === undefined) return bounded as T;
    return (
      Array.isArray(bounded)
        ? [...bounded, ownForm("FULL_OUTPUT", ref)]
        : copyWith(bounded as object, { full_output: ref })
    ) as T;
  };

  /** A text is trimmed as one, all else as a value. */
  readonly either = <T>(result: T): T => (typeof result === "string" ? (this.text(result) as T) : this.result(result));

  /** What was thrown, with a bounded message. */
  readonly thrown = (thrown: unknown): unknown => boundThrown(thrown, this.text);

  /** The same with a limit in tokens, for one result. */
  within(maxTokens: number): Bounds {
    return new Bounds(
      { ...this.#given, output: { ...(this.#given.output ?? presets.toolify), maxTokens } },
      undefined,
      true,
    );
  }

  /** Keeps what is about to be cut, and answers its ref; nothing without a store. */
  keep(whole: () => string | undefined): string | undefined {
    const text = this.#store && whole();
    return text === undefined ? undefined : this.#store?.put(text);
  }

  /** Tells of a cut that neither `trim` nor `trimValue` made. */
  tell(event: Omit<ValueTruncationEvent, "label">): void {
    report({ label: this.name ?? "", ...event }, this.#scope, this.#onTruncate);
  }
}

/** Room for a member, or an item, that names a ref. */
const REF_BYTES = 40;

const known: ReadonlySet<string> = new Set<keyof BoundOptions>([
  "name",
  "output",
  "values",
  "maxParts",
  "maxMediaChars",
  "store",
  "scope",
  "onTruncate",
]);

function count(name: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && value >= 0) return Math.floor(value);
  throw new TooltrimError("INVALID_OPTION", `${name}: ${shown(value)} is not a number of 0 or more`);
}

type Listener<Event> = ((event: Event) => void) | undefined;

/** One listener for two, each of which hears whatever the other throws. */
function heardBy<Event>(one: Listener<Event>, other: Listener<Event>): Listener<Event> {
  if (!one || !other || one === other) return one ?? other;
  return (event) => {
    try {
      one(event);
    } finally {
      other(event);
    }
  };
}
