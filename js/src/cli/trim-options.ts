import type { CleanOptions, TrimOptions } from "../text/options.js";
import { optionsOfFlags } from "./config-schema.js";

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

/** The options that flags, then the configuration, then the preset ask for. */
export function trimOptions(flags: TrimFlags, configured: TrimOptions, preset: TrimOptions): TrimOptions {
  const { preset: _, ...own } = optionsOfFlags("trim", flags) as TrimFlags;
  const { rescueShare: share, rescueInclude: include, rescueExclude: exclude } = flags;
  const rescue = definedOf({ share, include, exclude });
  return {
    ...{ decode: "replace" as const, ...preset, ...configured, ...own },
    ...(flags.rescue !== false && Object.keys(rescue).length > 0 && { rescue }),
    ...(flags.clean !== false && flags.cleanKinds !== undefined && { clean: flags.cleanKinds }),
  };
}

const definedOf = <T extends object>(object: T): Partial<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
