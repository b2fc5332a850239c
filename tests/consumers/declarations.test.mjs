// The declarations alone: they need neither the DOM's library nor Node's types, and hide no error from a project that
// checks those of its packages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createProject } from "./project.mjs";

const project = createProject();
project.link("@opentelemetry/api");
project.link("@types/node");
project.link("undici-types");
const { exports } = JSON.parse(readFileSync(join(project.installed, "package.json"), "utf8"));
const entries = Object.keys(exports)
  .filter((entry) => !entry.endsWith(".json"))
  .map((entry) => entry.replace(/^\./, "tooltrim"))
  .concat("tooltrim-tables/o200k_base", "tooltrim-tables/cl100k_base");

// `@opentelemetry/api` itself wants a `console`.
const everything = (host) =>
  entries
    .filter((entry) => host.types.includes("node") || host.lib.includes("dom") || !entry.endsWith("/opentelemetry"))
    .map((entry, at) => `import * as entry${at} from "${entry}";\nexport { entry${at} };`)
    .join("\n");
const use = `
import wasm from "tooltrim/tooltrim.wasm";
import { init, initSync, TrimStream, compactMessagesAsync } from "tooltrim/slim";
void init(wasm);
initSync(wasm);
const stream = new TrimStream(100);
stream.push("text");
export const text: string = stream.finish().text;
export async function read() {
  for await (const piece of stream.readable) piece satisfies string;
}
export const summed = compactMessagesAsync([], {
  window: { tokens: 1000 },
  summarize: async (calls, signal) => (signal.aborted ? "" : calls.length + " calls"),
});
// @ts-expect-error: the platform's own members are not made up
stream.nothing;
`;

const resolutions = [
  ["ES modules", { module: "nodenext" }, ".mts"],
  ["CommonJS modules", { module: "nodenext" }, ".cts"],
  ["a bundled project", { module: "esnext", moduleResolution: "bundler" }, ".ts"],
];
const libraries = [
  ["no library of a host", { lib: ["es2022"], types: [] }],
  ["Node's", { lib: ["es2022"], types: ["node"] }],
  ["the DOM's", { lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"], types: [] }],
];
const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };

for (const [kind, resolution, ending] of resolutions) {
  for (const [host, library] of libraries) {
    test(`every entry in ${kind}, with ${host}`, () => {
      const files = [project.write(`all${ending}`, everything(library)), project.write(`use${ending}`, use)];
      assert.equal(project.tsc(files, { ...strict, ...resolution, ...library }), "");
    });
  }
}
