// The settings as code to copy.
import type { CompactOptions } from "tooltrim";

export function toCode(options: CompactOptions): string {
  // What only this page needs comes first, under the comment.
  const { triggerAt, minimumGain, ...rest } = options;
  const members = Object.entries({ triggerAt, minimumGain, ...rest }).map(
    ([name, value]) => `  ${name}: ${literal(value)},\n`,
  );
  return [
    'import { compactMessages } from "tooltrim";',
    "",
    "// The first two options take a step at any size, as this page does; without them one is taken at 80 % of the window.",
    `const { messages: sent, report } = compactMessages(messages, {\n${members.join("")}});`,
  ].join("\n");
}

/** A value as a person would write it in JavaScript. */
function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{ ${members.join(", ")} }`;
}
