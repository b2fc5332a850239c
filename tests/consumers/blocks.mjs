// The code blocks of the documentation.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  ...["@ai-sdk/openai", "@anthropic-ai/sdk", "@google/genai", "@keyv/redis", "@langchain/core", "@langchain/langgraph"],
  ...["@langchain/openai", "@modelcontextprotocol/sdk", "@openai/agents", "@openai/agents-core", "@opentelemetry/api"],
  ...["@opentelemetry/sdk-metrics", "@types/node", "ai", "gpt-tokenizer", "keyv", "langchain", "openai"],
  ...["undici-types", "zod"],
]
  .map((name) => [name])
  .concat([["@types/vscode", "types-vscode-oldest"]]);

/** Makes the packages that examples import available to a project. */
export function install(project) {
  for (const [name, from] of packages) project.link(from ?? name, name);
}

/** The examples in the comments of the declarations, as an editor shows them: `[name, text]`. */
export const declared = (project) =>
  ["index.d.cts", "messages.d.cts", "signals.d.cts", "opentelemetry.d.cts", "store.d.cts", "tools.d.cts"].map(
    (file) => [file, readFileSync(join(project.installed, "dist", file), "utf8").replace(/^ *\* ?/gm, "")],
  );
