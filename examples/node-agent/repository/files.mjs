// The files of the repository as text.
import { modules } from "./modules.mjs";

/** @param {import("./modules.mjs").Module} module */
function sourceOf({ about, table, rows, code }) {
  return `// ${about}\n\nexport const ${table} = [\n${rows}\n];\n\n${code}\n`;
}

/** @param {import("./modules.mjs").Module} module */
function testOf({ name, table, key, subject, cases }) {
  const list = cases.map((each) => `  [${each}],`).join("\n");
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${subject}, ${table} } from "../src/${name}.mjs";

const cases = [
${list}
];
for (const [given, expected] of cases) {
  test(\`${subject}(\${given.map((each) => JSON.stringify(each)).join(", ")})\`, () => {
    assert.deepEqual(${subject}(...given), expected);
  });
}
for (const row of ${table}) {
  test(\`${table}: \${row.${key}} is complete\`, () => {
    for (const [name, value] of Object.entries(row)) assert.ok(value !== undefined && value !== "", name);
  });
}
`;
}

const readme = `# shop

A small shop, without dependencies. Amounts are integers in cents, dates are days in UTC, and no function changes what it is given.

## Modules
${modules.map(({ name, about, table, subject }) => `- \`src/${name}.mjs\`: \`${table}\` and \`${subject}\`. ${about}`).join("\n")}

## Changes
Each fix is a commit of its own.
Its message names the module, and its tests have passed before.

## Tests
All tests: \`node --test --test-reporter=spec test/all.mjs\`. One file: \`node --test --test-reporter=spec test/cart.test.mjs\`.
${modules.map(({ name, subject }) => `- \`test/${name}.test.mjs\` calls \`${subject}\` with its cases, then looks at each row of the table.`).join("\n")}

## Layout
\`src\` holds a file for each module, \`test\` a file for each of those. There is nothing to build.
`;

const manifest = { name: "shop", private: true, type: "module", scripts: { test: "node --test test/all.mjs" } };

// One process for all files: a machine with few cores is done sooner.
const all = modules.map(({ name }) => `import "./${name}.test.mjs";`).join("\n");

/** @returns {[path: string, text: string][]} */
export function files() {
  return [
    ["README.md", readme],
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    ["test/all.mjs", `${all}\n`],
    ...modules.map((module) => /** @type {[string, string]} */ ([`src/${module.name}.mjs`, sourceOf(module)])),
    ...modules.map((module) => /** @type {[string, string]} */ ([`test/${module.name}.test.mjs`, testOf(module)])),
  ];
}
