// Every example in JavaScript or TypeScript, of the documentation and of the comments that an editor shows, compiles as
// strict TypeScript with the real packages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { declared, install, nameOf, pages, scriptsOf, textOf } from "./blocks.mjs";
import { preludeOf } from "./preludes.mjs";
import { createProject } from "./project.mjs";

const project = createProject();
install(project);

/** Files of the project by the block that each holds, with the lines that the prelude adds. */
const files = new Map();
const texts = [...pages.map((page) => [page, textOf(page)]), ...declared(project)];
for (const [page, text] of texts) {
  for (const block of scriptsOf(page, text)) {
    const prelude = preludeOf(page, block.heading);
    const name = `${block.folder ?? ""}blocks/${nameOf(page, block)}.ts`;
    // As a module, also if it imports nothing.
    const file = project.write(name, `${prelude}${block.code}\nexport {};\n`);
    files.set(name, { file, page, block, added: prelude.split("\n").length - 1 });
  }
}

const said = project.tsc(
  [...files.values()].map(({ file }) => file),
  {
    ...{ module: "esnext", moduleResolution: "bundler", lib: ["es2022"], types: ["node"] },
    // What is wrong within the declarations of the libraries is theirs.
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  },
);

for (const [name, { page, block, added }] of files) {
  test(`${page}:${block.line} compiles${block.folder ? ", with AI SDK 6" : ""}`, () => {
    const mine = said.split(/\n(?=\S)/).filter((entry) => entry.startsWith(`${name}(`));
    // With the line of the page.
    const where = mine.map((entry) =>
      entry.replace(/^\S+?\((\d+)/, (_, line) => `${page}(${block.line + Number(line) - added - 1}`),
    );
    assert.equal(where.join("\n"), "");
  });
}

test("the compiler says nothing else, and all blocks were given to it", (t) => {
  t.diagnostic(`${files.size} blocks compiled`);
  const others = said.split(/\n(?=\S)/).filter((entry) => !files.has(entry.slice(0, entry.indexOf("("))));
  assert.equal(others.join("\n").trim(), "");
  assert.ok(files.size >= 150, `only ${files.size} blocks`);
});

test("a block that does not compile is noticed", () => {
  const wrong = project.write("wrong.ts", 'import { trim } from "tooltrim";\ntrim("text", { maxchars: 5 });\n');
  assert.match(project.tsc([wrong], { module: "esnext", moduleResolution: "bundler" }), /maxchars/);
});
