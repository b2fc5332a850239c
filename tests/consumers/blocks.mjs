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

/** A name for the file of a block. */
export const nameOf = (page, { line }) => `${page.replaceAll("/", "-")}-${line}`;

/** Packages that examples import; those with a second name are installed under that one. */
export const packages = [
  ...["@anthropic-ai/sdk", "@google/genai", "@keyv/redis", "@langchain/core", "@langchain/langgraph"],
  ...[
    "@langchain/openai",
    "@modelcontextprotocol/sdk",
    "@openai/agents-core",
    "@openai/agents-openai",
    "@opentelemetry/api",
  ],
  ...["@opentelemetry/sdk-metrics", "@types/node", "ai", "gpt-tokenizer", "keyv", "langchain", "openai"],
  ...["undici-types", "zod"],
]
  .map((name) => [name])
  .concat([["@types/vscode", "types-vscode-oldest"]]);

/** Makes the packages that examples import available to a project. */
export function install(project) {
  for (const [name, from] of packages) project.link(from ?? name, name);
  // `@openai/agents` is these two, and makes OpenAI the provider of models.
  const both = 'export * from "@openai/agents-core";\nexport * from "@openai/agents-openai";\n';
  const provider = "setDefaultModelProvider(new OpenAIProvider());\n";
  const imports =
    'import { setDefaultModelProvider } from "@openai/agents-core";\nimport { OpenAIProvider } from "@openai/agents-openai";\n';
  project.write("node_modules/@openai/agents/index.mjs", imports + both + provider);
  project.write("node_modules/@openai/agents/index.d.mts", both);
  const exports = { types: "./index.d.mts", default: "./index.mjs" };
  project.write("node_modules/@openai/agents/package.json", JSON.stringify({ name: "@openai/agents", exports }));
}

/** The examples in the comments of the declarations, as an editor shows them: `[name, text]`. */
export const declared = (project) =>
  ["index.d.ts", "messages.d.ts", "signals.d.ts", "opentelemetry.d.ts", "store.d.ts", "tools.d.ts"].map((file) => [
    file,
    readFileSync(join(project.installed, "dist", file), "utf8").replace(/^ *\* ?/gm, ""),
  ]);
