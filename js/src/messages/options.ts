import { requireOptions, shown } from "../errors.js";

/** Checks that options are an object with known names only. */
export function optionsOf<T extends object>(options: T | undefined, names: readonly string[]): Partial<T> {
  if (options === undefined) return {};
  requireOptions("options", options, names);
  return options;
}

/** Returns an option as text, also if it is not a string. */
export const named = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : shown(value);
