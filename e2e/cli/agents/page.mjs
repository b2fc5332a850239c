// Writes the coding agents of docs/compatibility.md, from what the tests with TOOLTRIM_AGENTS print:
//
//     node --test --test-reporter=tap e2e/cli/{agents,plugins,plugin-types}.test.mjs | node e2e/cli/agents/page.mjs

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../../scripts/env.mjs";

const folder = process.env.TOOLTRIM_AGENTS;
const agents = {
  "claude-code": ["Claude Code", "claude", "`tooltrim hook`"],
  codex: ["Codex", "codex", "`tooltrim hook`"],
  gemini: ["Gemini CLI", "gemini", "`tooltrim hook`"],
  opencode: ["opencode", "opencode", "a plugin, its types"],
  pi: ["pi", "pi", "an extension, its types"],
};

const results = readFileSync(0, "utf8").matchAll(/^(not ok|ok) \d+ - (.+?):.*?( # SKIP.*)?$/gm);
const ran = Array.from(results, ([, state, agent, skipped]) => ({ state, agent, skipped })).filter(
  ({ agent, skipped }) => agents[agent] && !skipped,
);

const rows = Object.entries(agents).map(([agent, [name, program, what]]) => {
  const [all, failed] = [
    ran.filter((one) => one.agent === agent),
    ran.filter((one) => one.agent === agent && one.state !== "ok"),
  ];
  if (all.length === 0) return [name, "", what, "not run"];
  const result = failed.length > 0 ? `${failed.length} of ${all.length} tests fail` : `passes: ${all.length} tests`;
  return [name, versionOf(program), what, result];
});
const table = [["agent", "version", "what runs in it", "result"], ["---", "---", "---", "---"], ...rows];
const section = `## Coding agents
The agents themselves, with a scripted model and the configuration of [recipes](recipes.md#claude-code) or the plugin in
[\`examples/agents\`](../examples/agents/README.md). Run by \`npm test -- recipes\` with \`TOOLTRIM_AGENTS\`.

${table.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}
`;

const page = join(root, "docs/compatibility.md");
const before = readFileSync(page, "utf8").replace(/^## Coding agents\n.*?\n(?=## )/ms, "");
writeFileSync(
  page,
  before.replace(/^## Entries$/m, () => `${section}\n## Entries`),
);

function versionOf(program) {
  // Some need the Node beside them.
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const said = execFileSync(join(folder, program), ["--version"], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return /\d+(\.\d+)+/.exec(said)[0];
}
