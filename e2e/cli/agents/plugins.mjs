// The agents that load plugins in JavaScript: opencode and pi, each with the one in examples/agents.
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../../tests/consumers/project.mjs";
import { project } from "../project.mjs";

export const examples = join(root, "examples/agents");

/** Packages beside the agents, in `node_modules` above the folder of programs. */
export const packageOf = (folder, name) => join(folder, "..", name);

/** Makes a package available in a folder. */
export function link(folder, name, from) {
  const there = join(folder, "node_modules", name);
  mkdirSync(dirname(there), { recursive: true });
  symlinkSync(from, there, "junction");
}

const textOf = (content) => (typeof content === "string" ? content : content.map(({ text }) => text ?? "").join(""));
const resultsOf = ({ messages }) =>
  messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content ?? ""));
const model = { name: "scripted", tool_call: true };

export const pluginSetups = {
  opencode: ({ cwd, settings, url, isPlain, window }) => {
    const folder = join(cwd, ".opencode");
    if (!isPlain) install(folder, "opencode");
    const { dependencies } = JSON.parse(readFileSync(join(examples, "opencode/package.json"), "utf8"));
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${url}/v1`, apiKey: "none" },
      models: { scripted: { ...model, limit: { context: window, output: 1000 } } },
    };
    const config = { model: "local/scripted", permission: "allow", autoupdate: false, share: "disabled" };
    return {
      files: {
        "project/opencode.json": JSON.stringify({ ...config, provider: { local: provider }, ...settings }),
        // As npm leaves them: opencode installs what is missing there.
        ...installed("project/.opencode", dependencies),
        ...installed("home/.config/opencode", dependencies),
      },
      args: ["run", "go"],
      env: { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" },
      resultsOf,
    };
  },
  pi: ({ home, settings, url, isPlain, window }) => {
    if (!isPlain) install(join(home, ".pi/agent/extensions/tooltrim"), "pi");
    const api = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none" };
    const providers = { local: { ...api, models: [{ id: "scripted", contextWindow: window }] } };
    return {
      files: { "home/.pi/agent/models.json": JSON.stringify({ providers, ...settings }) },
      args: ["--offline", "--provider", "local", "--model", "scripted", "-p", "go"],
      env: {},
      resultsOf,
    };
  },
};

const installed = (folder, dependencies) => ({
  [`${folder}/node_modules/.package-lock.json`]: "{}",
  [`${folder}/package-lock.json`]: JSON.stringify({ packages: { "": { dependencies } } }),
});

/** The files that a user copies, and the packages that npm installs for them. */
function install(folder, agent) {
  mkdirSync(folder, { recursive: true });
  cpSync(join(examples, agent), folder, { recursive: true, filter: (file) => !file.endsWith(".md") });
  const agents = process.env.TOOLTRIM_AGENTS;
  try {
    link(folder, "tooltrim", project.installed);
    if (agent === "opencode") link(folder, "@opencode-ai/plugin", packageOf(agents, "@opencode-ai/plugin"));
  } catch (error) {
    // There from an earlier run.
    if (error.code !== "EEXIST") throw error;
  }
}
