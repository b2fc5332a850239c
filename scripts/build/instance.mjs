// The glue of wasm-bindgen as a function that makes one instance of a module: instance.js in the folder of each.
//
// wasm-bindgen's own glue is a module with one instance for good. A trap leaves that instance in an unknown state:
// objects stay borrowed, the stack pointer is not restored, tables in JavaScript keep entries. So everything with
// state is put into one function that can be called again, and every export notices when WebAssembly did not return.

import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../env.mjs";
import { modules } from "./modules.mjs";
import { npmVersion } from "./stamps.mjs";

/**
 * Around the body of each export; `life` is that of js/src/life.ts. Errors that the binding returns are `isReported`;
 * whatever else comes out means that a call did not return. The end is noted by an assignment, not by a call: there
 * may be no stack left for one.
 */
const guard = {
  before: `
  if (life.end !== undefined) throw life.gone();
  let isReported = false, failed = false;
  try {`,
  after: `
  } catch (thrown) {
    failed = true;
    if (!isReported) life.end ??= thrown ?? "nothing";
    throw life.errorOf(thrown, isReported);
  } finally {
    // A call within this one did not return, such as one by the caller's token counter.
    if (!failed && life.end !== undefined) throw life.gone();
  }
`,
};
/** The same around `free`: what an instance held that has ended is gone already. */
const freeing = {
  before: `
  if (life.end !== undefined) return;
  try {`,
  after: `
  } catch (thrown) {
    life.end ??= thrown ?? "nothing";
    throw life.errorOf(thrown, false);
  }
`,
};

const declarations = `import type * as binding from "./tooltrim.js";
import type { Life } from "../../js/src/life.js";

export type Binding = Omit<typeof binding, "initSync" | "default">;
export function instantiate(life: Life): Binding & {
  initSync(input: { module: BufferSource | WebAssembly.Module }): { readonly memory: WebAssembly.Memory };
  drop(): void;
};
`;

function replaced(text, pattern, replacement, least) {
  let count = 0;
  const result = text.replace(pattern, (...match) => {
    count += 1;
    return replacement(...match);
  });
  if (count < least) throw new Error(`the glue of wasm-bindgen has changed: ${pattern} is there ${count} times`);
  return result;
}

/**
 * Makes `catch` blocks pass on the error of an exhausted stack: a value is not absent because there was no room to read
 * it.
 */
const caught = (name) => ` life.requireRoom(${name});`;

/** The text with insertions, each at a place in it. */
function inserted(text, insertions) {
  let result = text;
  for (const [at, insert] of insertions.sort(([one], [other]) => other - one)) {
    result = result.slice(0, at) + insert + result.slice(at);
  }
  return result;
}

async function parsed(text) {
  // Loaded here: TypeScript takes half a second to load.
  const { default: ts } = await import("typescript");
  const file = ts.createSourceFile("glue.js", text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const insertions = [];
  const visit = (node) => {
    if (ts.isCatchClause(node)) {
      const name = node.variableDeclaration?.name.getText() ?? "thrown";
      if (!node.variableDeclaration) insertions.push([node.block.getStart(), `(${name}) `]);
      insertions.push([node.block.getStart() + 1, caught(name)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { ts, file, insertions };
}

/** A helper of the binding, in JavaScript. */
async function helper(text) {
  const { insertions } = await parsed(text);
  return inserted(text, insertions);
}

/**
 * The glue with a guard around the body of each export, and `drop`, which lets go of the memory of an instance that
 * has ended.
 */
async function guarded(glue) {
  const { ts, file, insertions } = await parsed(glue);
  const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const exports = file.statements.filter(isExported);
  const functions = exports.filter(ts.isFunctionDeclaration);
  const methods = exports.filter(ts.isClassDeclaration).flatMap(({ members }) => members.filter(({ body }) => body));
  for (const node of [...functions, ...methods]) {
    const name = node.name?.text ?? "constructor";
    // Called by the others.
    if (name.startsWith("__")) continue;
    const { before, after } = name === "free" ? freeing : guard;
    insertions.push([node.body.getStart() + 1, before], [node.body.end - 1, after]);
  }
  let text = inserted(glue, insertions);
  // An `Err` of Rust's.
  text = replaced(
    text,
    /throw (takeFromExternrefTable0\(.+?\));/g,
    (_, taken) => `const error = ${taken}; isReported = true; throw error;`,
    1,
  );
  // Objects that the garbage collector finds later belong to an instance that may have ended.
  text = replaced(text, /new FinalizationRegistry\(ptr => /g, (start) => `${start}life.end !== undefined || `, 1);
  // By its tag, as js/src/wasm.ts.
  text = replaced(
    text,
    /module instanceof WebAssembly\.Module/g,
    () => 'Object.prototype.toString.call(module) === "[object WebAssembly.Module]"',
    1,
  );
  const views = [...text.matchAll(/^let (cached\w+Memory0) = null;$/gm)].map(([, name]) => name);
  if (views.length === 0) throw new Error("the glue of wasm-bindgen has changed: it caches no view of the memory");
  return `${text}
export function drop() {
  // Views of the memory, wherever they are, let go of it.
  wasm?.memory.grow(0);
  wasm = wasmInstance = wasmModule = undefined;
  ${views.join(" = ")} = null;
}
`;
}

export const instance = {
  name: "instance",
  what: "the glue as a function",
  inputs: [
    ...modules.flatMap(({ folder }) => [`${folder}/tooltrim.js`, `${folder}/snippets`]),
    ...["scripts/build/instance.mjs", "scripts/build/modules.mjs"],
  ],
  outputs: modules.flatMap(({ folder }) => [`${folder}/instance.js`, `${folder}/instance.d.ts`]),

  tools: () => ["esbuild", "typescript"].map(npmVersion).join("\n"),

  async run() {
    for (const { folder } of modules) {
      writeFileSync(join(root, folder, "instance.js"), await functionOf(folder));
      writeFileSync(join(root, folder, "instance.d.ts"), declarations);
    }
  },
};

async function functionOf(folder) {
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    // `export *` leaves out the default, which loads the module in another way.
    stdin: { contents: 'export * from "./tooltrim.js";', resolveDir: join(root, folder) },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "instance",
    target: "es2022",
    plugins: [
      {
        name: "guarded",
        setup(build) {
          const load = (filter, changed) =>
            build.onLoad({ filter }, async ({ path }) => ({ contents: await changed(await readFile(path, "utf8")) }));
          load(/[\\/]tooltrim\.js$/, guarded);
          load(/[\\/]snippets[\\/]/, helper);
        },
      },
    ],
    // wasm-bindgen lists the module of its JavaScript helpers several times in one object, each time the same.
    logOverride: { "duplicate-object-key": "silent" },
  });
  // The body of the function that esbuild calls at once.
  const [, body] =
    /^(?:"use strict";\n)?var instance = \(\(\) => \{\n([\s\S]*)\}\)\(\);\n$/.exec(outputFiles[0].text) ?? [];
  if (body === undefined) throw new Error("esbuild writes a function that is called at once in another way");
  return `export const instantiate = (life) => {\n${body}};\n`;
}
