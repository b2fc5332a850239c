// Sessions to begin with: scripts, as the page's policy allows no other loading.
import type { Input } from "../shared/inputs.js";

interface Example {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly make: () => Promise<string>;
}

export const EXAMPLES: readonly Example[] = [
  { name: "coding", title: "a coding session", file: "coding-session.json", make: coding },
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

interface Call {
  readonly callId: string;
  readonly name: string;
  readonly args: object | null;
  readonly result: string;
  readonly isError: boolean;
}

/** The session of examples/data, whose shape is none of a provider, as messages of Anthropic. */
async function coding(): Promise<string> {
  const { default: text } = await import("../../../examples/data/coding-session.json?raw");
  const { messages } = JSON.parse(text) as { messages: { role: string; text: string; calls?: Call[] }[] };
  const written = messages.flatMap(({ role, text: said, calls = [] }): object[] => {
    if (role === "user") return [{ role, content: said }];
    const uses = calls.map(({ callId, name, args }) => ({ type: "tool_use", id: callId, name, input: args ?? {} }));
    const results = calls.map(({ callId, result, isError }) => ({
      ...{ type: "tool_result", tool_use_id: callId, content: result },
      ...(isError && { is_error: true }),
    }));
    const content = [...(said ? [{ type: "text", text: said }] : []), ...uses];
    return [{ role, content }, ...(results.length > 0 ? [{ role: "user", content: results }] : [])];
  });
  return JSON.stringify({ messages: written }, undefined, 1);
}
