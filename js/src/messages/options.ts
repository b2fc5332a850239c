import { shown, TooltrimError, wrong } from "../errors.js";

/** Checks that options are an object with known names only. */
export function optionsOf<T extends object>(options: T | undefined, names: readonly string[]): Partial<T> {
  if (options === undefined) return {};
  if (typeof options !== "object" || options === null) throw wrong("options", options, "an object");
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TooltrimError("INVALID_OPTION", `${unknown}: is not an option`);
  return options;
}

/** Returns an option as text, also if it is not a string. */
export const named = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : shown(value);
