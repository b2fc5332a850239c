import { Option } from "commander";
import type { CleanOptions } from "../text/options.js";
import { cleanKinds, presetNames } from "./config-schema.js";
import { limitNames } from "./trim-options.js";
import { UsageError } from "./usage.js";

/** Flags of `trim` and of what trims, in the order of the help. A new one for each command, since commander keeps state. */
export function trimFlags(): Option[] {
  const units = { maxChars: "chars (code points)", maxUtf16: "UTF-16 units", maxBytes: "bytes of UTF-8" };
  const about = { ...units, maxLines: "lines", maxTokens: "estimated tokens" };
  return [
    ...limitNames.map((name) => number(name, `limit in ${about[name]}, marker included`)),
    new Option("--preset <name>", "preset that sets the other flags (default: terminal)").choices(presetNames),
    new Option("--keep <part>", "part that stays").choices(["head", "tail", "ends", "none"]),
    number("headShare", "share of the room for the head, 0 to 1, if both ends stay"),
    number("headChars", "maximum chars of the head"),
    number("tailChars", "maximum chars of the tail"),
    new Option("--snap <unit>", "unit between which cuts fall").choices(["char", "grapheme", "line"]),
    new Option("--marker <text>", "text in place of an omitted part, such as '[{count} chars omitted]'"),
    new Option("--trim-end", "drop white space before the marker"),
    new Option("--rescue", "keep errors and warnings of the omitted part"),
    new Option("--no-rescue", "keep only what --keep says"),
    number("rescueShare", "maximum share of the limit for rescued lines, 0 to 1"),
    new Option("--rescue-include <text>", "rescue lines with this text, too; can be repeated").argParser(repeated),
    new Option("--rescue-exclude <text>", "never rescue lines with this text; can be repeated").argParser(repeated),
    new Option("--about <question>", "what is looked for: lines that answer it come first"),
    new Option("--synonyms", "find the words of --about by their synonyms as well (default)"),
    new Option("--no-synonyms", "find only the words of --about, not their synonyms"),
    new Option("--clean", "remove noise first: all but long lines"),
    new Option("--clean-kinds <kinds>", `remove some noise first: ${cleanKinds.join(", ")}`).argParser(
      kindsOf("--clean-kinds"),
    ),
    new Option("--no-clean", "keep noise"),
    new Option("--redact", "replace secrets first: keys, tokens, passwords; also in what is kept"),
    new Option("--format <format>", "json keeps a JSON text valid").choices(["text", "json"]),
    new Option("--decode <way>", "bytes that are not UTF-8: refuse, or read as U+FFFD (replace)").choices([
      "strict",
      "replace",
    ]),
    number("tokenMargin", "factor on estimated tokens before they are compared with the limit"),
    new Option(
      "--count <units>",
      "more units to count the omitted part in, for --json: bytes, lines, tokens",
    ).argParser((value) => list("--count", value, ["bytes", "lines", "tokens"])),
  ];
}

/** A flag for a number; `1_000` and `1,000` are numbers, too. The library checks the range. */
export function number(name: string, about: string): Option {
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new Option(`--${flag} <n>`, about).argParser((value) => numberOf(`--${flag}`, value));
}

export function numberOf(flag: string, value: string): number {
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
