// examples/agents compiles as strict TypeScript with the packages of the agents: those beside TOOLTRIM_AGENTS.
import assert from "node:assert/strict";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "./agents/agents.mjs";
import { examples, link, packageOf } from "./agents/plugins.mjs";
import { project } from "./project.mjs";

const packages = { opencode: "@opencode-ai/plugin", pi: "@earendil-works/pi-coding-agent" };
const entries = { opencode: "plugins/tooltrim.ts", pi: "index.ts" };
const options = {
  ...{ module: "nodenext", lib: ["es2023", "dom"], types: ["node"], allowImportingTsExtensions: true },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
  // What is wrong within the declarations of the libraries is theirs.
  skipLibCheck: true,
};

for (const [agent, name] of Object.entries(packages)) {
  const missing = !folder ? "TOOLTRIM_AGENTS names no folder with the agents" : !existsSync(packageOf(folder, name));
  test(`${agent}: the example compiles with ${name}, and a wrong one does not`, {
    skip: missing === true ? `no ${name} beside ${folder}` : missing,
  }, () => {
    const there = join(project.folder, agent);
    cpSync(join(examples, agent), there, { recursive: true });
    link(project.folder, name, packageOf(folder, name));
    for (const types of ["@types/node", "undici-types"]) project.link(types);
    const entry = join(there, entries[agent]);
    assert.equal(project.tsc([entry], options), "");
    const wrong = {
      opencode: `import type { Hooks } from "${name}";\nexport const h: Hooks = { "tool.execute.after": async (c, r) => r.outputs };\n`,
      pi: `import type { ExtensionAPI } from "${name}";\nexport default (pi: ExtensionAPI) => pi.on("tool_result", () => ({ content: 1 }));\n`,
    };
    assert.match(project.tsc([project.write(`${agent}/wrong.ts`, wrong[agent])], options), /error TS/);
  });
}
