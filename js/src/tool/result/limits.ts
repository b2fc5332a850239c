// Limits that all adapters apply to texts, values and errors.
import { countOf, requireObject, requireOptions, TooltrimError } from "../../errors.js";
import { ownForm } from "../../forms.js";
import { heardBy, report } from "../../signals/hub.js";
import type { TrimOptions } from "../../text/options.js";
import { Trimmer } from "../../text/trimmer.js";
import { trimValue } from "../../value/trim-value.js";
import type { ValueOptions, ValueTruncationEvent } from "../../value/types.js";
import { givenOutput, outputOfCall, usualOutput } from "../options.js";
import { limitThrown } from "./errors.js";
import type { FormLimits } from "./forms.js";
import { looksLikeJson, parse } from "./json.js";
import { type Media, mediaLeftOut } from "./media.js";
import type { LimitOptions } from "./options.js";
import { fits, limitsOf, scaled, totalBytesOf, trimJson, trimTo, type UnitLimits } from "./shares.js";
import { copyWith } from "./wrap.js";

/** Checked options of an adapter, and the limits that follow from them. */
export class Limits implements FormLimits {
  readonly name: string | undefined;
  readonly output: TrimOptions;
  readonly values: ValueOptions;
  readonly maxParts: number;
  readonly maxMediaChars: number;
  /** True if the caller gave `values`. */
  readonly hasValues: boolean;
  readonly #store: LimitOptions["store"];
  readonly #scope: LimitOptions["scope"];
  readonly #given: LimitOptions;
  /** Options that the input of a call adds. */
  readonly #outputOf: ((input: unknown) => unknown) | undefined;
  /** Compiled once. Absent in results of `within`, which serve one result only: there `trim` manages the memory. */
  readonly #trimmer: Trimmer | undefined;
  readonly #onTruncate: LimitOptions["onTruncate"];

  /** @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG` */
  constructor(options: LimitOptions | undefined, name?: string, isForOne = false) {
    const given = options ?? {};
    requireOptions("options", given, OPTIONS);
    this.name = given.name ?? name;
    this.#onTruncate = given.onTruncate;
    const { maxParts = 100, maxMediaChars = 5_000_000 } = given;
    this.maxParts = countOf("maxParts", maxParts);
    this.maxMediaChars = countOf("maxMediaChars", maxMediaChars);
    this.#outputOf = typeof given.output === "function" ? (given.output as (input: unknown) => unknown) : undefined;
    const output = givenOutput(given.output);
    this.#store = given.store ?? output.store;
    this.#scope = given.scope ?? output.scope;
    const heard = heardBy(output.onTruncate, given.onTruncate);
    const more = { label: output.label ?? this.name, store: this.#store, scope: this.#scope, onTruncate: heard };
    this.output = { ...output, ...more };
    this.hasValues = given.values !== undefined && given.values !== null;
    if (this.hasValues) requireObject("values", given.values);
    const { maxTotalBytes = totalBytesOf(output), toolName = this.name, onTruncate, ...values } = given.values ?? {};
    this.values = {
      ...(output.about !== undefined && { about: output.about, synonyms: output.synonyms }),
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

  /** Returns the limits of a call with this input; where its own cannot be had, these. */
  of(input: unknown): this {
    if (!this.#outputOf) return this;
    try {
      const output = outputOfCall(usualOutput(), this.#outputOf(input));
      // Wrong options show here, not when a result is there.
      trimTo("", output);
      return new Limits({ ...this.#given, output }, undefined, true) as this;
    } catch {
      return this;
    }
  }

  /** Trims a text to `output`, or to limits of its own. JSON stays JSON. */
  readonly trim = (text: string, own?: UnitLimits): string => {
    const output = own ? { ...this.output, ...own } : this.output;
    if (!output.format && looksLikeJson(text) && !fits(text, output) && parse(text) !== undefined)
      return trimJson(text, output);
    return (own || !this.#trimmer ? trimTo(text, output) : this.#trimmer.trim(text)).text;
  };
  readonly text = (text: string): string => this.trim(text);

  /** Trims a value to `values`. A cyclic value is returned unchanged: it has no JSON, so no framework can send it. */
  readonly value = <T>(value: T, values: ValueOptions = this.values): T => {
    try {
      return trimValue(value, values).value;
    } catch (error) {
      if (error instanceof TooltrimError && error.code === "CYCLE") return value;
      throw error;
    }
  };

  /** Trims a value to `values`. If something is cut and there is a store, the value names the ref of the original. */
  readonly result = <T>(value: T): T => {
    if (!this.#store || typeof value !== "object" || value === null) return this.value(value);
    const maxTotalBytes = Math.max(2, (this.values.maxTotalBytes as number) - REF_BYTES);
    const limited: unknown = this.value(value, { ...this.values, maxTotalBytes });
    const ref = limited === value ? undefined : this.keep(() => JSON.stringify(value));
    if (ref === undefined) return limited as T;
    return (
      Array.isArray(limited)
        ? [...limited, ownForm("FULL_OUTPUT", ref)]
        : copyWith(limited as object, { full_output: ref })
    ) as T;
  };

  /** Trims a string as a text, and anything else as a value. */
  readonly either = <T>(result: T): T => (typeof result === "string" ? (this.text(result) as T) : this.result(result));

  /** Returns what was thrown, with a limited message. */
  readonly thrown = (thrown: unknown): unknown => limitThrown(thrown, this.text);

  /** Returns the same limits with other ones for texts, for one result. */
  within(limits: UnitLimits): this {
    const output = { ...givenOutput(this.#given.output), ...limits };
    return new Limits({ ...this.#given, output }, undefined, true) as this;
  }

  scaled(share: number): this {
    return this.within(scaled(limitsOf(this.output), share));
  }

  adopt(): void {}

  mediaRoom(): (media: Media) => boolean {
    const seen = { limit: this.maxMediaChars, used: 0 };
    const read = { limit: totalBytesOf(this.output), used: 0 };
    return ({ chars, isRead, type }) => {
      const room = isRead ? read : seen;
      if (room.used + chars > room.limit) {
        this.report({ unit: "bytes", limit: room.limit, before: chars, after: mediaLeftOut(type, chars).length });
        return false;
      }
      room.used += chars;
      return true;
    };
  }

  leftOut(texts: readonly string[], missing: number, all: number): string | undefined {
    this.report({ unit: "items", limit: all - missing, before: all, after: all - missing });
    return this.keep(() => texts.join("\n"));
  }

  /** Stores what is about to be cut and returns its ref; `undefined` without a store. */
  keep(whole: () => string | undefined): string | undefined {
    const text = this.#store && whole();
    return text === undefined ? undefined : this.#store?.put(text);
  }

  /** Reports a cut that neither `trim` nor `trimValue` made. */
  report(event: Omit<ValueTruncationEvent, "label">): void {
    report({ label: this.name ?? "", ...event }, this.#scope, this.#onTruncate);
  }
}

/** Bytes reserved for a member, or an item, that names a ref. */
const REF_BYTES = 40;

const OPTIONS: readonly (keyof LimitOptions)[] = [
  "name",
  "output",
  "values",
  "maxParts",
  "maxMediaChars",
  "store",
  "scope",
  "onTruncate",
];
