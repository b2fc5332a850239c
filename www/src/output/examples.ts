// The built-in examples: examples/data of the repository, as scripts, since the page's policy allows no other loading.

export interface Example {
  readonly file: string;
  readonly title: string;
  readonly load: () => Promise<{ default: string }>;
}

export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    file: "failing-tests.txt",
    title: "a failing test run",
    load: () => import("../../../examples/data/failing-tests.txt?raw"),
  },
  { file: "build.log", title: "a build log", load: () => import("../../../examples/data/build.log?raw") },
  { file: "terminal.txt", title: "a terminal", load: () => import("../../../examples/data/terminal.txt?raw") },
  {
    file: "api-response.json",
    title: "an API response",
    load: () => import("../../../examples/data/api-response.json?raw"),
  },
];
