// The declarations, as a strict compiler reads them in each kind of project.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createProject } from "./project.mjs";

const project = createProject();
project.link("@types/node");
project.link("undici-types");

const consumer = (entry) => `
import { type CleanOptions, type Measures, presets, type TokenCounter, TooltrimError, Trimmer, type Trimmed, type TrimOptions, TrimStream, trim, measure } from "${entry}";

const options: TrimOptions = { ...presets.terminal, maxChars: 100, count: ["bytes"], marker: undefined };
const counter: TokenCounter = (text) => text.length / 4;
export const result: Trimmed = new Trimmer({ ...options, tokens: counter }).trim(new Uint8Array(3));
export const bytes: number | undefined = trim("text", 100).omitted.bytes;
const noise: CleanOptions = { ansi: true, longLines: false };
export const cleaned: number | undefined = trim("text", { clean: noise }).cleaned?.chars;
export const stream: TransformStream<string | Uint8Array, string> = new TrimStream({ maxChars: 100, clean: true });
export const finished: Trimmed = new TrimStream(100).finish();
export const sizes: Measures = measure("text");
export function code(error: unknown): string {
  return error instanceof TooltrimError ? (error.code satisfies "INVALID_OPTION" | "MARKER_TOO_LONG" | string) : "";
}
// @ts-expect-error: not a unit
trim("text", { count: ["words"] });
// @ts-expect-error: not an option
trim("text", { maxchars: 100 });
// @ts-expect-error: not a kind of noise
trim("text", { clean: { colours: true } });
// @ts-expect-error: not a mode
presets.contextTrimmer("middle");
// @ts-expect-error: not a text
trim(42);
`;

const entries = ["tooltrim", "tooltrim/slim"];
const resolutions = [
  ["ES and CommonJS modules", { module: "node16", moduleResolution: "node16" }, [".mts", ".cts"]],
  ["a bundled project", { module: "esnext", moduleResolution: "bundler" }, [".ts"]],
];
// As a browser project has it; as a Node project has it, an extension for example.
const hosts = [
  ["the DOM", { lib: ["es2022", "dom"], types: [] }],
  ["@types/node", { lib: ["es2022"], types: ["node"] }],
];

for (const [kind, resolution, endings] of resolutions) {
  for (const [host, libraries] of hosts) {
    test(`the declarations in ${kind} with ${host}`, () => {
      const files = entries.flatMap((entry) =>
        endings.map((ending) => project.write(entry.replace("/", "-") + ending, consumer(entry))),
      );
      assert.equal(project.tsc(files, { ...resolution, ...libraries }), "");
    });
  }
}

test("both entries declare the same names", () => {
  const file = project.write(
    "both.mts",
    `import type * as slim from "tooltrim/slim";
     import type * as all from "tooltrim";
     type Names<Entry> = { [Name in keyof Entry]: true };
     export const same = (names: Names<typeof all>): Names<typeof slim> => names;
     export const andBack = (names: Names<typeof slim>): Names<typeof all> => names;`,
  );
  assert.equal(project.tsc([file], { module: "node16", lib: ["es2022", "dom"], types: [] }), "");
});
