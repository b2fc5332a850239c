// Every example of the documentation runs, and says what it claims: `expression; // value` has that value.
//
// A block that cannot run by itself says so: ```ts no-run
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { createProject, root } from "./project.mjs";

const project = createProject();
const packages = [
  "@langchain/core",
  "@openai/agents-core",
  "@opentelemetry/api",
  "@opentelemetry/sdk-metrics",
  "@types/node",
  "ai",
  "gpt-tokenizer",
  "langchain",
  "openai",
  "zod",
];
for (const name of packages) project.link(name);

/** The code blocks of a text, with the line on which each begins. */
function blocks(text) {
  const found = text.matchAll(/^ *```(js|mjs|javascript|ts|typescript)\n(.*?)^ *```/gms);
  return Array.from(found, ({ index, 2: code }) => ({ line: text.slice(0, index).split("\n").length, code }));
}

const isCode = (code) => {
  try {
    esbuild.transformSync(code, { loader: "ts", logLevel: "silent" });
    return true;
  } catch {
    return false;
  }
};

/** A literal at the start of a comment: `6` in `6; a tokenizer says 5`. */
function literal(comment) {
  const ends = [...comment.matchAll(/[;,] |$/g)].map(({ index }) => index);
  return ends
    .reverse()
    .map((end) => comment.slice(0, end).trim())
    .find((text) => {
      const bare = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`$]*`/g, "0").replace(/[\w$]+(?=\s*:)/g, "");
      const rest = bare.replace(/\b(?:true|false|null|undefined|NaN|Infinity|\d[\d_.eE]*)\b/g, "");
      return /^[\s[\]{}:,-]*$/.test(rest) && rest !== bare && isCode(`(${text})`);
    });
}

/** The code with a check after each line that claims a value, and how many there are. */
function withChecks(code) {
  let checks = 0;
  const lines = code.split("\n").map((line) => {
    const [, indent, statement, comment] = /^(\s*)(.+?);\s*\/\/\s*(.+)$/.exec(line) ?? [];
    const value = comment && literal(comment);
    if (!value) return line;
    const name = /^(?:const|let)\s+(\w+)\b.*=/.exec(statement)?.[1];
    if (!name && !isCode(`(${statement})`)) return line;
    checks += 1;
    const compare = `__equal(${name ?? statement}, ${value}, ${JSON.stringify(line.trim())});`;
    return name ? `${indent}${statement}; ${compare}` : `${indent}${compare}`;
  });
  return { checks, code: lines.join("\n") };
}

function run(file, code) {
  const checked = withChecks(code);
  const source = `import { deepStrictEqual as __equal } from "node:assert/strict";\n${checked.code}`;
  const { code: javascript } = esbuild.transformSync(source, { loader: "ts", format: "esm", target: "node18" });
  project.node(project.write(file, javascript));
  return checked.checks;
}

let checks = 0;
function testBlocks(name, text) {
  for (const { line, code } of blocks(text)) {
    test(`${name}:${line} runs and gives what it says`, () => {
      checks += run(`${name.replaceAll("/", "-")}-${line}.mjs`, code);
    });
  }
}

test("README.md exists and has examples", () => {
  assert.ok(existsSync(join(root, "README.md")), "README.md is missing");
  assert.ok(blocks(readFileSync(join(root, "README.md"), "utf8")).length > 0, "README.md has no example in JavaScript");
});

const pages = [
  "trimming",
  "tool-calls",
  "runtimes",
  "strategies",
  "values",
  "signals",
  "tools",
  "messages",
  "compaction",
  "store",
  "node-agent",
  "ai-sdk",
  "langchain",
];
for (const file of ["README.md", ...pages.map((page) => `docs/${page}.md`)]) {
  if (existsSync(join(root, file))) testBlocks(file, readFileSync(join(root, file), "utf8"));
}

// As an editor shows them: the comments of the declarations that were installed.
for (const file of ["index.d.ts", "signals.d.ts", "opentelemetry.d.ts", "store.d.ts", "tools.d.ts"]) {
  const declarations = readFileSync(join(project.installed, "dist", file), "utf8");
  testBlocks(file, declarations.replace(/^ *\* ?/gm, ""));
}

test("claims of values were found and checked", (t) => {
  t.diagnostic(`${checks} values compared`);
  assert.ok(checks >= 5, `only ${checks}`);
});

test("a wrong claim is noticed", () => {
  assert.throws(
    () => run("wrong.mjs", 'import { trim } from "tooltrim";\ntrim("abc").text; // "abd"'),
    /AssertionError/,
  );
  assert.throws(() => run("throws.mjs", 'import { trim } from "tooltrim";\ntrim("abc", -1);'), /maxChars/);
});
