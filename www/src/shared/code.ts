// Values as a person would write them in JavaScript.

/** `{ maxChars: 4000, keep: "tail" }`; over several lines when it is longer than `width`. */
export function objectLiteral(options: object, width: number): string {
  const members = Object.entries(options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const short = `{ ${members.join(", ")} }`;
  return short.length <= width ? short : `{\n${members.map((member) => `  ${member},\n`).join("")}}`;
}
