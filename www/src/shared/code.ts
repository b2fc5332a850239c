// Values as a person would write them in JavaScript.

/** `{ maxChars: 4000, keep: "tail" }`; over several lines when it is longer than `width`. */
export function objectLiteral(options: object, width: number): string {
  const members = Object.entries(options).map(([name, value]) => `${name}: ${literal(value)}`);
  const short = `{ ${members.join(", ")} }`;
  return short.length <= width ? short : `{\n${members.map((member) => `  ${member},\n`).join("")}}`;
}

/** A value in a line. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}
