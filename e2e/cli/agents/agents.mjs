// The coding agents as they are installed, each with a home of its own, and a model on this machine.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { env } from "../project.mjs";
import { serveModel } from "./model.mjs";
import { pluginSetups } from "./plugins.mjs";

/**
 * A folder with the programs below, such as `node_modules/.bin` of a folder where npm installed them. They are no
 * development dependencies, since they are large, and not all are free software.
 */
export const folder = process.env.TOOLTRIM_AGENTS && resolve(process.env.TOOLTRIM_AGENTS);
const programs = { "claude-code": "claude", codex: "codex", gemini: "gemini", opencode: "opencode", pi: "pi" };

/** Why an agent cannot be tested; `false` if it can. */
export const missing = (agent) =>
  (!folder && "TOOLTRIM_AGENTS names no folder with the agents") ||
  (!existsSync(join(folder, programs[agent])) && `${folder} has no ${programs[agent]}`);

/**
 * Runs an agent in a project, with `hooks` or a plugin (`isPlain`: without) in its settings, and a model that makes
 * `calls`. Returns what the model was told about each of them, as texts. With the `place` of an earlier run, it goes on
 * there.
 */
export async function runAgent(t, agent, options) {
  const { hooks = {}, calls, settings = {}, files = {}, args = [], isPlain = false, window = 100_000 } = options;
  const place = options.place ?? mkdtempSync(join(tmpdir(), "tooltrim-agent-"));
  if (!options.place) t.after(() => rmSync(place, { recursive: true, force: true, maxRetries: 3 }));
  const [home, cwd] = [join(place, "home"), join(place, "project")];
  const model = await serveModel(t, calls);
  const made = setups[agent]({ place, home, cwd, hooks, settings, url: model.url, isPlain, window });
  for (const [file, text] of Object.entries({ ...made.files, ...files })) {
    const path = join(place, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  mkdirSync(cwd, { recursive: true });
  const child = spawn(join(folder, programs[agent]), [...made.args, ...args], {
    cwd,
    // With the Node beside the agents, if there is one: some need a newer one.
    env: {
      PATH: env.PATH.replace(":", `:${folder}:`),
      HOME: home,
      SHELL: "/bin/bash",
      TOOLTRIM_STORE: env.TOOLTRIM_STORE,
      ...made.env,
    },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 240_000,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  await new Promise((resolve) => child.once("close", resolve));
  if (model.requests.length <= calls.length) throw new Error(`${agent} made too few requests: ${stderr.slice(-2000)}`);
  const results = made.resultsOf(model.requests.at(-1));
  return { place, cwd, results, sent: model.requests.map(made.resultsOf), stderr };
}

const textOf = (content) => (typeof content === "string" ? content : content.map(({ text }) => text ?? "").join(""));

const setups = {
  ...pluginSetups,
  "claude-code": ({ cwd, hooks, settings, url }) => ({
    files: {
      "project/.claude/settings.json": JSON.stringify({ hooks, ...settings }),
      "home/.claude.json": JSON.stringify({
        hasCompletedOnboarding: true,
        projects: { [cwd]: { hasTrustDialogAccepted: true } },
      }),
    },
    args: ["-p", "go"],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    resultsOf: ({ messages }) =>
      messages
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .filter(({ type }) => type === "tool_result")
        .map(({ content }) => textOf(content)),
  }),
  codex: ({ cwd, hooks, url }) => ({
    files: {
      "home/.codex/hooks.json": JSON.stringify({ hooks }),
      "home/.codex/config.toml": `model = "gpt-5.1-codex"
model_provider = "local"
[model_providers.local]
name = "local"
base_url = "${url}/v1"
wire_api = "responses"
[projects."${cwd}"]
trust_level = "trusted"
[analytics]
enabled = false
`,
    },
    // Users approve new hooks once, with /hooks.
    args: ["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "go"],
    env: {},
    resultsOf: ({ input }) =>
      input.filter(({ type }) => type === "function_call_output").map(({ output }) => textOf(output)),
  }),
  gemini: ({ hooks, url }) => ({
    files: {
      "home/.gemini/settings.json": JSON.stringify({
        hooks,
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
        model: { name: "gemini-2.5-pro" },
      }),
    },
    args: ["-p", "go", "--yolo", "--skip-trust"],
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none" },
    resultsOf: ({ contents }) =>
      contents
        .flatMap(({ parts }) => parts)
        .filter(({ functionResponse }) => functionResponse)
        .map(({ functionResponse: { response } }) => response.output ?? response.error),
  }),
};
