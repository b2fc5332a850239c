// Writes code for some options in Rust and Python. Loaded when somebody chooses one of them.
import type { TrimOptions } from "tooltrim/text";
import { type Language, WIDTH } from "./code.js";

/** A call with these options; bytes that are not UTF-8 go in as they are. */
export function codeIn(language: Exclude<Language, "TypeScript">, options: TrimOptions, utf8: boolean): string {
  const given = whole(options);
  const all = utf8 ? given : { ...given, decode: "replace" as const };
  return language === "Rust" ? rust(all, utf8) : python(all, utf8);
}

/** Sizes are whole numbers in Rust and Python; the package rounds down, too. */
const whole = (options: TrimOptions): TrimOptions =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      /^max|Chars$/.test(name) && typeof value === "number" ? Math.floor(value) : value,
    ]),
  );

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function python(options: TrimOptions, utf8: boolean): string {
  const values = Object.entries(options).map(([name, value]) => `${snake(name)}=${pythonValue(value)}`);
  const [subject, result] = [utf8 ? "output" : "data", "text = trim"];
  const short = `${result}(${[subject, ...values].join(", ")}).text`;
  const long = `${result}(\n${[subject, ...values].map((value) => `    ${value},\n`).join("")}).text`;
  return `from tooltrim_core import trim\n\n${short.length <= WIDTH ? short : long}`;
}

function pythonValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `"${snake(name)}": ${pythonValue(member)}`);
  return `{${members.join(", ")}}`;
}

function rust(options: TrimOptions, utf8: boolean): string {
  const { rescue, clean } = options;
  const calls = Object.entries(options).map(([name, value]) => `.${snake(name)}(${rustValue(name, value)})`);
  const nested = [rescue, clean].some((value) => typeof value === "object");
  const one = `TrimOptions::new()${calls.join("")}`;
  const built =
    one.length <= WIDTH - 16 && !nested ? one : `TrimOptions::new()${calls.map((call) => `\n    ${call}`).join("")}`;
  return `${rustUses(options, utf8)}\n\n${
    utf8
      ? `let options = ${built};\nlet text = trim(output, options)?.text;`
      : `let options = ${built};\nlet trimmer = Trimmer::new(options)?;\nlet text = trimmer.trim_bytes(bytes)?.text;`
  }`;
}

function rustUses({ keep, snap, rescue, clean, format, decode }: TrimOptions, utf8: boolean): string {
  const top = [
    typeof clean === "object" ? "CleanOptions" : "",
    keep ? "Keep" : "",
    snap ? "Snap" : "",
    "TrimOptions",
    utf8 ? "trim" : "Trimmer",
  ].filter(Boolean);
  const trimming = [
    decode ? "Decode" : "",
    format ? "Format" : "",
    typeof rescue === "object" ? "RescueOptions" : "",
  ].filter(Boolean);
  const group = (names: string[]) => (names.length === 1 ? `${names[0]}` : `{${names.join(", ")}}`);
  return [
    `use tooltrim::${group(top)};`,
    ...(trimming.length > 0 ? [`use tooltrim::trimming::${group(trimming)};`] : []),
  ].join("\n");
}

/** Members of enums by option. */
const ENUMS: Readonly<Record<string, string>> = { keep: "Keep", snap: "Snap", format: "Format", decode: "Decode" };

function rustValue(name: string, value: unknown): string {
  const member = ENUMS[name];
  if (member && typeof value === "string") return `${member}::${value[0]?.toUpperCase()}${value.slice(1)}`;
  if (typeof value === "object" && value !== null) {
    const type = name === "rescue" ? "RescueOptions" : "CleanOptions";
    const calls = Object.entries(value).map(([option, given]) => `.${snake(option)}(${rustValue(option, given)})`);
    return Array.isArray(value) ? `[${value.map(rustText).join(", ")}]` : `${type}::new()${calls.join("")}`;
  }
  if (typeof value === "string") return rustText(value);
  const share = name === "headShare" || name === "share";
  return share && Number.isInteger(value) ? `${value}.0` : String(value);
}

/** JSON's escapes are Rust's, but for those of control characters. */
const rustText = (text: string): string =>
  JSON.stringify(text).replace(/\\(?:u([0-9a-f]{4})|(.))/g, (written, code?: string, letter?: string) => {
    if (code) return `\\u{${code}}`;
    if (letter === "b") return "\\u{8}";
    return letter === "f" ? "\\u{c}" : written;
  });
