// The types, in the hands of the libraries that requests and tools go to: each as it is installed, the AI SDK in each
// version that is in use, and VS Code's in the oldest one that the package is for.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createProject, root } from "./project.mjs";

const project = createProject();
const packages = [
  ...["@anthropic-ai/sdk", "@google/genai", "@langchain/core", "@langchain/langgraph", "@langchain/openai"],
  ...["@modelcontextprotocol/sdk", "@openai/agents-core", "@types/node", "langchain", "openai", "undici-types", "zod"],
];
for (const name of packages) project.link(name);

const options = {
  ...{ lib: ["es2022"], types: ["node"], module: "esnext", moduleResolution: "bundler" },
  // What is wrong within the declarations of the libraries is theirs.
  ...{ exactOptionalPropertyTypes: true, skipLibCheck: true },
};

/** What the compiler says of a file in `types/`. */
function check(name) {
  const text = readFileSync(join(root, "tests/consumers/types", name), "utf8");
  return project.tsc([project.write(`src/${name}`, text)], options);
}

for (const [vscode, version] of [
  ["types-vscode-oldest", "1.104"],
  ["@types/vscode", "the newest"],
]) {
  for (const [name, what] of [
    ["messages.ts", "messages go into requests as they came"],
    ["retrieve.ts", "the retrieval tool is a tool of each library"],
  ]) {
    test(`${what}, VS Code ${version}`, () => {
      project.link(vscode, "@types/vscode");
      assert.equal(check(name), "");
    });
  }
}

for (const ai of ["ai-5", "ai", "ai-7"]) {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules", ai, "package.json"), "utf8"));
  test(`messages and tools of the AI SDK ${version}`, () => {
    project.link(ai, "ai");
    assert.equal(check("ai-sdk.ts"), "");
  });
}

test("VS Code's oldest types are those that an extension's `engines` names", () => {
  const example = JSON.parse(readFileSync(join(root, "examples/vscode-gateway/package.json"), "utf8"));
  const types = JSON.parse(readFileSync(join(root, "node_modules/types-vscode-oldest/package.json"), "utf8"));
  assert.equal(example.engines.vscode, `^${types.version}`);
});
