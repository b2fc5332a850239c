// Inputs to begin with: examples/data of the repository, as scripts, since the page's policy allows no other loading.
import { codingSession } from "../shared/coding-session.js";
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
