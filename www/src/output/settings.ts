// The options, in each of their forms: what stands in the form, what `trim` takes, what the address holds, what a
// person would write. The form's initial values in index.html are the package's defaults; what equals them is left out.
import type { TrimOptions } from "tooltrim";
import { objectLiteral } from "../shared/code.js";

export const UNITS = {
  maxChars: "chars",
  maxUtf16: "UTF-16 units",
  maxBytes: "bytes",
  maxLines: "lines",
  maxTokens: "tokens",
} as const;

export type LimitName = keyof typeof UNITS;

/** The values of the form by field name, as strings. */
export interface Settings {
  readonly unit: LimitName;
  readonly limit: string;
  readonly keep: string;
  readonly headShare: string;
  readonly snap: string;
  readonly marker: string;
  /** `"true"`, or empty. */
  readonly trimEnd: string;
  readonly rescue: string;
  readonly clean: string;
}

/** What is on for a log unless somebody says otherwise. */
export const FOR_LOGS = ["rescue", "clean"] as const;

/** What `trim` is called with in code: the limit, and what differs from the defaults. */
export function toOptions(settings: Settings, defaults: Settings): TrimOptions {
  const { unit, limit, keep, headShare, snap, marker } = settings;
  return {
    [unit]: Number(limit),
    ...(keep !== defaults.keep && { keep: keep as "head" }),
    ...(keep === "ends" && headShare !== defaults.headShare && { headShare: Number(headShare) }),
    ...(snap !== defaults.snap && { snap: snap as "line" }),
    ...(marker !== defaults.marker && { marker }),
    ...(settings.trimEnd && { trimEnd: true }),
    ...(settings.rescue && { rescue: true }),
    ...(settings.clean && { clean: true }),
  };
}

/** The same for the address; what was switched off is said, as the receiver's text may be a log. */
export function toParameters(settings: Settings, defaults: Settings, chosen: ReadonlySet<string>): URLSearchParams {
  const off = FOR_LOGS.filter((name) => chosen.has(name) && !settings[name]).map((name) => [name, false]);
  // As it was typed: a limit that is no number is shown as an error to the receiver, too.
  const options = { ...toOptions(settings, defaults), [settings.unit]: settings.limit, ...Object.fromEntries(off) };
  return new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
}

/** Back from the address; what it does not name is as the defaults say. */
export function fromParameters(parameters: URLSearchParams, defaults: Settings): Settings {
  const named = Object.fromEntries(parameters);
  const unit = (Object.keys(UNITS) as LimitName[]).find((name) => name in named) ?? defaults.unit;
  return {
    unit,
    limit: named[unit] ?? defaults.limit,
    keep: named.keep ?? defaults.keep,
    headShare: named.headShare ?? defaults.headShare,
    snap: named.snap ?? defaults.snap,
    marker: named.marker ?? defaults.marker,
    trimEnd: named.trimEnd === "true" ? "true" : "",
    rescue: named.rescue === "true" ? "true" : "",
    clean: named.clean === "true" ? "true" : "",
  };
}

/** The same as code to copy; bytes that are not UTF-8 go in as they are. */
export function toCode(options: TrimOptions, utf8: boolean): string {
  const literal = objectLiteral(utf8 ? options : { ...options, decode: "replace" }, 72);
  return `import { trim } from "tooltrim";\n\nconst { text } = trim(${utf8 ? "output" : "bytes"}, ${literal});`;
}
