// The code blocks of the documentation.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newerNode } from "../../scripts/lib/node.mjs";
import { root } from "./project.mjs";

/** Each page that users read, by its path in the repository. */
export const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

/** The text of a page. */
export const textOf = (page) => readFileSync(join(root, page), "utf8");

/**
 * The code blocks of a text: the language, further words after it, the heading above, the line on which the code
 * begins, and the code without its indent.
 */
export function blocksOf(text) {
  const found = text.matchAll(/^( *)```(\w+)([^\n]*)\n(.*?)^\1```$/gms);
  return Array.from(found, ({ index, 1: indent, 2: language, 3: info, 4: code }) => ({
    language,
    info: info.trim(),
    heading: (text.slice(0, index).match(/^#+ .*$/gm) ?? [""]).at(-1).replace(/^#+ /, ""),
    line: text.slice(0, index).split("\n").length + 1,
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

/** True for a block in JavaScript or TypeScript. */
export const isScript = ({ language }) => ["js", "mjs", "javascript", "ts", "typescript"].includes(language);

/** Pages about the SDK of a provider, and the window that their examples declare. */
export const sdkPages = {
  "docs/openai.md": 128_000,
  "docs/anthropic.md": 200_000,
  "docs/openai-agents.md": 128_000,
  "docs/ai-sdk.md": 128_000,
  "docs/langchain.md": 128_000,
};
const provider = /^import [^;]* from "(openai|@anthropic-ai\/sdk|@openai\/agents|@(ai-sdk|langchain)\/openai)";$/m;

/** True for an example that asks a provider. */
export const asksProvider = (page, { code }) => Object.hasOwn(sdkPages, page) && provider.test(code);

/** A name for the file of a block. */
export const nameOf = (page, { line }) => `${page.replaceAll("/", "-")}-${line}`;

/** Packages that examples import; those with a second name are installed under that one. */
export const packages = [
  ...["@anthropic-ai/sdk", "@google/genai", "@keyv/redis", "@langchain/core", "@langchain/langgraph"],
  ...["@langchain/openai", "@modelcontextprotocol/sdk", "@openai/agents", "@openai/agents-core", "@opentelemetry/api"],
  ...["@opentelemetry/sdk-metrics", "@types/node", "gpt-tokenizer", "keyv", "langchain", "openai"],
  ...["undici-types", "zod"],
]
  .map((name) => [name])
  .concat([
    ["@types/vscode", "types-vscode-oldest"],
    ["ai", "ai-7"],
    ["@ai-sdk/openai", "ai-7-openai"],
  ])
  // The version before, for what is in the folder `six` of a project.
  .concat(["ai", "@ai-sdk/openai"].map((name) => [`../six/node_modules/${name}`, name]));

const aiSdk = "docs/ai-sdk.md";
const renamed = [...textOf(aiSdk).matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)].map(([, seven, six]) => [seven, six]);

/** The scripts of a text; those of the page on AI SDK 7 also as its table has them for 6, in the folder `six`. */
export function scriptsOf(page, text) {
  const blocks = blocksOf(text).filter(isScript);
  if (page !== aiSdk) return blocks;
  const before = (code) => renamed.reduce((whole, [seven, six]) => whole.replaceAll(seven, six), code);
  return blocks.flatMap((block) => [block, { ...block, folder: "six/", code: before(block.code) }]);
}

/** The Node that runs a script: AI SDK 7 requires a newer one. Undefined if there is none. */
export const nodeFor = ({ code, folder }) => (/ from "ai"/.test(code) && !folder ? newerNode : process.execPath);

/** Makes the packages that examples import available to a project. */
export function install(project) {
  for (const [name, from] of packages) project.link(from ?? name, name);
}

/** The examples in the comments of the declarations, as an editor shows them: `[name, text]`. */
export const declared = (project) =>
  ["index.d.cts", "messages.d.cts", "signals.d.cts", "opentelemetry.d.cts", "store.d.cts", "tools.d.cts"].map(
    (file) => [file, readFileSync(join(project.installed, "dist", file), "utf8").replace(/^ *\* ?/gm, "")],
  );
