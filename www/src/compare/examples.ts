// Inputs to begin with: examples/data of the repository, as scripts, since the page's policy allows no other loading.
import type { Input } from "../shared/inputs.js";
import type { Kind } from "./state.js";

interface Example {
  /** Of the file. */
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<string>;
}

const raw = (load: () => Promise<{ default: string }>) => async () => (await load()).default;

export const examples: Readonly<Record<Kind, readonly Example[]>> = {
  text: [
    {
      name: "failing-tests.txt",
      title: "a failing test run",
      load: raw(() => import("../../../examples/data/failing-tests.txt?raw")),
    },
    { name: "build.log", title: "a build log", load: raw(() => import("../../../examples/data/build.log?raw")) },
    { name: "terminal.txt", title: "a terminal", load: raw(() => import("../../../examples/data/terminal.txt?raw")) },
    {
      name: "api-response.json",
      title: "an API response",
      load: raw(() => import("../../../examples/data/api-response.json?raw")),
    },
  ],
  conversation: [{ name: "coding-session.json", title: "a coding session", load: codingSession }],
};

export async function loadExample(of: Kind, wanted?: string): Promise<Input> {
  const example = examples[of].find(({ name }) => name === wanted) ?? examples[of][0];
  if (!example) throw new Error(`no example ${wanted}`);
  return { name: example.name, content: await example.load() };
}

interface Call {
  readonly callId: string;
  readonly name: string;
  readonly args: object | null;
  readonly result: string;
  readonly isError: boolean;
}

/** The shape of this file is no provider's: it becomes messages of Anthropic. */
async function codingSession(): Promise<string> {
  const { default: text } = await import("../../../examples/data/coding-session.json?raw");
  const { messages } = JSON.parse(text) as { messages: { role: string; text: string; calls?: Call[] }[] };
  const written = messages.flatMap(({ role, text: said, calls = [] }): object[] => {
    if (role === "user") return [{ role, content: said }];
    const uses = calls.map(({ callId, name, args }) => ({ type: "tool_use", id: callId, name, input: args ?? {} }));
    const results = calls.map(({ callId, result, isError }) => ({
      type: "tool_result",
      tool_use_id: callId,
      content: result,
      ...(isError && { is_error: true }),
    }));
    const content = [...(said ? [{ type: "text", text: said }] : []), ...uses];
    return [{ role, content }, ...(results.length > 0 ? [{ role: "user", content: results }] : [])];
  });
  return JSON.stringify({ messages: written }, undefined, 1);
}
