// The built-in examples: examples/data of the repository, as scripts, since the page's policy allows no other loading.
import type { Source } from "./source.js";
import { fromText } from "./source.js";

const load: Readonly<Record<string, () => Promise<{ default: string }>>> = {
  "failing-tests.txt": () => import("../../../examples/data/failing-tests.txt?raw"),
  "build.log": () => import("../../../examples/data/build.log?raw"),
  "terminal.txt": () => import("../../../examples/data/terminal.txt?raw"),
  "api-response.json": () => import("../../../examples/data/api-response.json?raw"),
};

export const firstExample = "failing-tests.txt";

export async function exampleSource(name: string): Promise<Source> {
  const example = await load[name]?.();
  if (!example) throw new Error(`no example ${name}`);
  return fromText(example.default);
}
