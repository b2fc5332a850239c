import { requireOptions, shown, wrong } from "../errors.js";

/** Checks that options are an object with known names only. */
export function optionsOf<T extends object>(options: T | undefined, names: readonly string[]): Partial<T> {
  if (options === undefined) return {};
  requireOptions("options", options, names);
  return options;
}

/** Returns an option as text, also if it is not a string. */
export const named = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : shown(value);

/** Returns an option that is a boolean. */
export function flag(name: string, value: unknown, usual: boolean): boolean {
  if (value === undefined) return usual;
  if (typeof value !== "boolean") throw wrong(name, value, "a boolean");
  return value;
}
