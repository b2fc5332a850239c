// Writes code for some options in TypeScript, as a person would.
import type { TrimOptions } from "tooltrim/text";

export const LANGUAGES = ["TypeScript", "Rust", "Python"] as const;

export type Language = (typeof LANGUAGES)[number];

/** A longer call goes over several lines. */
export const WIDTH = 80;

/** A call with these options; bytes that are not UTF-8 go in as they are. */
export function typeScript(given: TrimOptions, utf8: boolean): string {
  const options = utf8 ? given : { ...given, decode: "replace" };
  const second = Object.keys(options).length > 0 ? `, ${object(options)}` : "";
  return `import { trim } from "tooltrim";\n\nconst { text } = trim(${utf8 ? "output" : "bytes"}${second});`;
}

/** `{ maxChars: 4000, keep: "tail" }`; over several lines when it is long. */
function object(options: object): string {
  const members = Object.entries(options).map(([name, value]) => `${name}: ${script(value)}`);
  const short = `{ ${members.join(", ")} }`;
  return short.length <= WIDTH - 8 ? short : `{\n${members.map((member) => `  ${member},\n`).join("")}}`;
}

function script(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(script).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${script(member)}`)
    .join(", ")} }`;
}
