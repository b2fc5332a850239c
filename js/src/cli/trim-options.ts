import type { CleanOptions, TrimOptions } from "../text/options.js";

/** Values of the flags of `trim`, as commander reads them. */
export interface TrimFlags {
  readonly preset?: string;
  readonly rescue?: boolean;
  readonly rescueShare?: number;
  readonly rescueInclude?: readonly string[];
  readonly rescueExclude?: readonly string[];
  readonly clean?: boolean;
  readonly redact?: boolean;
  readonly cleanKinds?: CleanOptions;
  readonly [name: string]: unknown;
}

/** Limits, in the order in which the help lists them. */
export const limitNames = ["maxChars", "maxUtf16", "maxBytes", "maxLines", "maxTokens"] as const;
const plain = [
  ...limitNames,
  "keep",
  "headShare",
  "headChars",
  "tailChars",
  "snap",
  "marker",
  "trimEnd",
  "about",
  "synonyms",
] as const;
const further = ["format", "decode", "tokenMargin", "count"] as const;

/** The options that flags, then the configuration, then the preset ask for. */
export function trimOptions(flags: TrimFlags, configured: TrimOptions, preset: TrimOptions): TrimOptions {
  const given = [...plain, ...further].filter((name) => flags[name] !== undefined);
  const own = Object.fromEntries(given.map((name) => [name, flags[name]]));
  const merged = { decode: "replace" as const, ...preset, ...configured, ...own };
  const { rescueShare: share, rescueInclude: include, rescueExclude: exclude } = flags;
  const clean = flags.clean === false ? false : (flags.cleanKinds ?? flags.clean);
  const rescue = definedOf({ share, include, exclude });
  return {
    ...merged,
    ...(flags.rescue !== undefined && { rescue: flags.rescue }),
    ...(flags.rescue !== false && Object.keys(rescue).length > 0 && { rescue }),
    ...(clean !== undefined && { clean }),
  };
}

const definedOf = <T extends object>(object: T): Partial<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
