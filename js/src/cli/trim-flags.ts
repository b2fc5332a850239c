import { Option } from "commander";
import type { CleanOptions } from "../text/options.js";
import { cleanKinds, optionsIn, type Schema } from "./config-schema.js";
import { UsageError } from "./usage.js";

/**
 * Flags for the options of a section of the configuration; `own` has those that are not spelled as their option. New ones
 * for each command, since commander keeps state.
 */
export const flagsOf = (section: "trim" | "compact", own: Readonly<Record<string, Option[]>>): Option[] =>
  Object.entries(optionsIn(section)).flatMap(([name, schema]) => own[name] ?? [flag(name, schema)]);

function flag(name: string, { type, enum: values, items, description = "" }: Schema): Option {
  const known = values ?? items?.enum;
  if (type === "number") return number(name, description);
  const taken = type === "boolean" ? "" : known ? " <choice>" : " <text>";
  const repeats = items && !known;
  const option = new Option(`--${dashed(name)}${taken}`, repeats ? `${description}; can be repeated` : description);
  if (values) return option.choices(values);
  if (known) return option.argParser((value) => list(`--${dashed(name)}`, value, known));
  return repeats ? option.argParser(repeated) : option;
}

/** Flags of `trim` and of what trims. */
export const trimFlags = (): Option[] => [
  ...flagsOf("trim", {
    rescue: [
      new Option("--rescue", "keep errors and warnings of the omitted part"),
      new Option("--no-rescue", "keep only what --keep says"),
      number("rescueShare", "maximum share of the limit for rescued lines, 0 to 1"),
      new Option("--rescue-include <text>", "rescue lines with this text, too; can be repeated").argParser(repeated),
      new Option("--rescue-exclude <text>", "never rescue lines with this text; can be repeated").argParser(repeated),
    ],
    synonyms: [
      new Option("--synonyms", "find the words of --about by their synonyms as well (default)"),
      new Option("--no-synonyms", "find only the words of --about, not their synonyms"),
    ],
    clean: [
      new Option("--clean", "remove noise first: all but long lines"),
      new Option("--clean-kinds <kinds>", `remove some noise first: ${cleanKinds.join(", ")}`).argParser(
        kindsOf("--clean-kinds"),
      ),
      new Option("--no-clean", "keep noise"),
    ],
  }),
  new Option("--redact", "replace secrets first: keys, tokens, passwords; also in what is kept"),
];

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A flag for a number; `1_000` and `1,000` are numbers, too. The library checks the range. */
export function number(name: string, about: string): Option {
  const flag = `--${dashed(name)}`;
  return new Option(`${flag} <n>`, about).argParser((value) => numberOf(flag, value));
}

function numberOf(flag: string, value: string): number {
  const digits = value.replace(/(?<=\d)[_,](?=\d)/g, "");
  const read = digits.trim() === "" ? Number.NaN : Number(digits);
  if (!Number.isNaN(read)) return read;
  throw new UsageError(`${flag}: ${JSON.stringify(value)} is not a number`);
}

/** Collects the values of a flag that can be repeated. */
export const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** Names separated by commas; their dashed spelling counts, too. */
function list(flag: string, value: string, known: readonly string[]): string[] {
  return value.split(",").map((part) => {
    const asked = part.trim().replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
    if (known.includes(asked)) return asked;
    throw new UsageError(`${flag}: ${JSON.stringify(part)} is not one of ${known.join(", ")}`);
  });
}

/** Reads kinds of noise. */
export const kindsOf =
  (flag: string) =>
  (value: string): CleanOptions =>
    Object.fromEntries(list(flag, value, cleanKinds).map((kind) => [kind, true]));
