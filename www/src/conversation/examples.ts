// Sessions to begin with: scripts, as the page's policy allows no other loading.
import { codingSession } from "../shared/coding-session.js";
import type { Input } from "../shared/inputs.js";

interface Example {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly make: () => Promise<string>;
}

export const EXAMPLES: readonly Example[] = [
  { name: "coding", title: "a coding session", file: "coding-session.json", make: codingSession },
  {
    name: "screens",
    title: "one with screenshots that broke off",
    file: "screens-session.json",
    make: async () => (await import("../../../examples/data/screens-session.json?raw")).default,
  },
  {
    name: "long",
    title: "a long one of 1,000 calls",
    file: "long-session.json",
    make: async () => {
      const { longSession } = await import("../../../examples/data/long-session.mjs");
      return JSON.stringify({ messages: longSession() }, undefined, 1);
    },
  },
];

export async function exampleInput(name: string | null): Promise<Input> {
  const example = EXAMPLES.find((one) => one.name === name) ?? EXAMPLES[0];
  return { name: example?.file ?? "", content: (await example?.make()) ?? "" };
}
