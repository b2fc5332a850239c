// Every example of the documentation runs, and says what it claims: `expression; // value` has that value.
//
// A block that cannot run by itself says so: ```ts no-run. That all of them compile is checked by docs-types.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { noNewerNode } from "../../scripts/lib/node.mjs";
import { asksProvider, declared, install, nodeFor, pages, scriptsOf, textOf } from "./blocks.mjs";
import { createProject } from "./project.mjs";

const project = createProject();
install(project);

/** Pages whose blocks run in e2e/vscode/docs.test.mjs, e2e/browser/docs.test.mjs and e2e/cli. */
const elsewhere = ["docs/vscode.md", "docs/browser.md", "docs/cli.md", "docs/recipes.md"];

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

function run(file, code, program) {
  const checked = withChecks(code);
  const source = `import { deepStrictEqual as __equal } from "node:assert/strict";\n${checked.code}`;
  const { code: javascript } = esbuild.transformSync(source, { loader: "ts", format: "esm", target: "node18" });
  project.node(project.write(file, javascript), project.folder, program);
  return checked.checks;
}

let checks = 0;
let blocks = 0;
function testBlocks(name, text) {
  for (const block of scriptsOf(name, text)) {
    const { line, code, info, folder = "" } = block;
    const program = nodeFor(block);
    const skip = program ? false : noNewerNode;
    // Those that ask a provider run in sdk-pages.test.mjs.
    if (info === "no-run" || asksProvider(name, block)) continue;
    blocks += 1;
    test(`${name}:${line} runs and gives what it says${folder && ", with AI SDK 6"}`, { skip }, () => {
      checks += run(`${folder}${name.replaceAll("/", "-")}-${line}.mjs`, code, program);
    });
  }
}

for (const page of pages.filter((page) => !elsewhere.includes(page))) testBlocks(page, textOf(page));

for (const [name, text] of declared(project)) testBlocks(name, text);

test("claims of values were found and checked", (t) => {
  t.diagnostic(`${blocks} blocks run, ${checks} values compared`);
  assert.ok(blocks >= 100 && checks >= 200, `only ${blocks} blocks and ${checks} values`);
});

test("a wrong claim is noticed", () => {
  assert.throws(
    () => run("wrong.mjs", 'import { trim } from "tooltrim";\ntrim("abc").text; // "abd"'),
    /AssertionError/,
  );
  assert.throws(() => run("throws.mjs", 'import { trim } from "tooltrim";\ntrim("abc", -1);'), /maxChars/);
});
