// The packed package in a project of its own. Other ways to load it: e2e/consumers.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { createProject } from "./project.mjs";

const project = createProject();
const use = `
const { text, truncated } = trim("0123456789", { maxChars: 3, marker: "~", snap: "char" });
console.log(text, truncated, measure("na\\u00efve").bytes, presets.toolify.maxChars);
`;
const printed = "0~9 true 6 5000";

const packages = { tooltrim: 16, "tooltrim-tables": 2 };
for (const [name, least] of Object.entries(packages)) {
  const installed = join(project.folder, "node_modules", name);
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

  test(`every file that package.json names is in ${name}`, () => {
    const named = JSON.stringify([manifest.main, manifest.module, manifest.types, manifest.exports]);
    const files = new Set(named.match(/(?<=")\.\/dist\/[^"]+/g));
    assert.ok(files.size >= 4 * least, `only ${files.size} files are named`);
    assert.deepEqual(
      [...files].filter((file) => !existsSync(join(installed, file))),
      [],
    );
  });

  test(`what reads no exports finds each entry of ${name} as a folder`, () => {
    const { exports } = manifest;
    const paths = Object.keys(exports).filter((path) => path !== "." && !/\.(json|wasm)$/.test(path));
    assert.ok(paths.length >= least, `only ${paths.length} entries`);
    for (const path of paths) {
      const folder = join(installed, path);
      const { main, module, types } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      for (const file of [main, module, types]) assert.ok(existsSync(join(folder, file)), `${path}: ${file}`);
      assert.equal(join(path, main), join(exports[path].require.default));
      assert.equal(join(path, module), join(exports[path].import.default));
    }
  });
}

test("errors of one entry are those of another, and no other error is", () => {
  const file = project.write(
    "errors.mjs",
    `import { createRequire } from "node:module";
     import { TooltrimError, trim } from "tooltrim";
     import * as text from "tooltrim/text";
     const cjs = createRequire(import.meta.url)("tooltrim/text");
     class Own extends TooltrimError {}
     for (const each of [trim, text.trim, cjs.trim]) try { each("x", -1) } catch (error) {
       console.log(error instanceof TooltrimError, error instanceof text.TooltrimError, error instanceof Own);
     }
     console.log(new Error("x") instanceof TooltrimError, new Own("INTERNAL", "x") instanceof Own, new Own("INTERNAL", "x") instanceof text.TooltrimError);`,
  );
  assert.equal(project.node(file), "true true false\ntrue true false\ntrue true false\nfalse true true");
});

test("a store and a scope of one entry serve another, also for a streamed text larger than the store", () => {
  const file = project.write(
    "across.mjs",
    `import { OutputStore } from "tooltrim/store";
     import { onTruncation, truncationScope } from "tooltrim/signals";
     import * as text from "tooltrim/text";
     import { TrimStream } from "tooltrim";
     let heard = 0;
     onTruncation(() => { heard += 1 });
     const long = "line of output\\n".repeat(100_000);
     const refs = [TrimStream, text.TrimStream].map((Stream) => {
       const stream = new Stream({ maxChars: 100, store: new OutputStore({ maxBytes: 200_000 }) });
       for (let at = 0; at < long.length; at += 50_000) stream.push(long.slice(at, at + 50_000));
       const { text, ref } = stream.finish();
       return text + ref;
     });
     const store = new OutputStore();
     const { result, eventCount } = truncationScope(() => text.trim(long, { maxChars: 100, store }));
     console.log(refs[0] === refs[1], refs[0].endsWith("#f1mfw6mk"), store.get(result.ref) === long, eventCount, heard);`,
  );
  assert.equal(project.node(file), "true true true 1 3");
});

test("nothing but the package itself is installed", () => {
  const manifest = JSON.parse(readFileSync(join(project.installed, "package.json"), "utf8"));
  assert.deepEqual([manifest.dependencies, manifest.scripts?.postinstall], [undefined, undefined]);
});

test("both in one process: errors are told by their code", () => {
  const file = project.write(
    "both.mjs",
    `import { createRequire } from "node:module";
     import * as esm from "tooltrim";
     const cjs = createRequire(import.meta.url)("tooltrim");
     for (const { trim } of [esm, cjs]) try { trim("x", -1) } catch ({ name, code, message }) { console.log(name, code, message) }
     console.log(Object.keys(cjs).sort().join() === Object.keys(esm).filter((key) => key !== "default" && key !== "module.exports").sort().join());`,
  );
  const error = "TooltrimError INVALID_OPTION maxChars: -1 is not a number of 0 or more";
  assert.equal(project.node(file), `${error}\n${error}\ntrue`);
});

const notYet = `try { trim("x") } catch ({ code }) { console.log(code) }`;

test("tooltrim/slim by import, with the bytes of the .wasm file", () => {
  const file = project.write(
    "slim.mjs",
    `import { readFileSync } from "node:fs";
     import { init, initSync, measure, presets, trim } from "tooltrim/slim";
     const wasm = readFileSync(new URL(import.meta.resolve("tooltrim/tooltrim.wasm")));
     ${notYet}
     initSync(wasm);
     initSync(wasm);
     await init(wasm);${use}`,
  );
  assert.equal(project.node(file), `NOT_INITIALIZED\n${printed}`);
});

test("tooltrim/slim by require, with init", () => {
  const file = project.write(
    "slim.cjs",
    `const { readFileSync } = require("node:fs");
     const { init, measure, presets, trim } = require("tooltrim/slim");
     ${notYet}
     init(readFileSync(require.resolve("tooltrim/tooltrim.wasm"))).then(() => {${use}});`,
  );
  assert.equal(project.node(file), `NOT_INITIALIZED\n${printed}`);
});

const sessionLog = `'{"role":"user","parts":[{"text":"hi"}]}\\n'`;

test("session logs are a module of their own, which tooltrim/messages shares with tooltrim/logs", () => {
  const file = project.write(
    "logs.mjs",
    `import { createRequire } from "node:module";
     import { readSessionLog, SessionLogReader } from "tooltrim/logs";
     import * as messages from "tooltrim/messages";
     const cjs = createRequire(import.meta.url)("tooltrim/messages");
     console.log(readSessionLog === messages.readSessionLog, SessionLogReader === messages.SessionLogReader);
     for (const read of [readSessionLog, cjs.readSessionLog]) {
       console.log(read(${sessionLog}).format);
       try { read("") } catch (error) {
         console.log([messages, cjs].map(({ TooltrimError }) => error instanceof TooltrimError), error.message);
       }
     }`,
  );
  const one = "gemini\n[ true, true ] log: is empty";
  assert.equal(project.node(file), `true true\n${one}\n${one}`);
});

test("a bundle has the modules of the names that it uses", async () => {
  const modulesOf = async (name, entry) => {
    const { metafile } = await esbuild.build({
      ...{ stdin: { contents: `export { ${name} } from "${entry}";`, resolveDir: project.folder } },
      ...{ bundle: true, format: "esm", platform: "browser", external: ["@opentelemetry/api"] },
      ...{ write: false, metafile: true, absWorkingDir: project.folder },
    });
    const [{ inputs }] = Object.values(metafile.outputs);
    return Object.keys(inputs).flatMap((path) => /base64\/(.+)\.js$/.exec(path)?.slice(1) ?? []);
  };
  assert.deepEqual(await modulesOf("readSessionLog", "tooltrim/messages"), ["logs"]);
  assert.deepEqual(await modulesOf("readSessionLog", "tooltrim/logs"), ["logs"]);
  assert.deepEqual(await modulesOf("detectFormat", "tooltrim/messages"), ["tooltrim"]);
  // Exact token counts cost only those who import them.
  assert.deepEqual(await modulesOf("trim", "tooltrim"), ["tooltrim"]);
  assert.deepEqual(await modulesOf("createTokenCounter", "tooltrim/tokens"), ["tokens"]);
  assert.deepEqual(await modulesOf("o200kBase", "tooltrim-tables/o200k_base"), ["o200k_base"]);
});

test("exact token counts come from both module systems, from slim and from what is beside the code", () => {
  const file = project.write(
    "tokens.mjs",
    `import { readFileSync } from "node:fs";
     import { createRequire } from "node:module";
     import { createTokenCounter } from "tooltrim/tokens";
     import { cl100kBase } from "tooltrim-tables/cl100k_base";
     import { o200kBase } from "tooltrim-tables/o200k_base";
     import * as slim from "tooltrim/slim/tokens";
     const require = createRequire(import.meta.url);
     slim.initSync(readFileSync(new URL(import.meta.resolve("tooltrim/tokens.wasm"))));
     for (const create of [createTokenCounter, require("tooltrim/tokens").createTokenCounter, slim.createTokenCounter])
       for (const table of [o200kBase, cl100kBase, require("tooltrim-tables/o200k_base").o200kBase])
         console.log(create(table)("Grüße an alle, 你好世界!"));`,
  );
  assert.equal(project.node(file), Array(3).fill("10\n13\n10").join("\n"));
});

test("tooltrim/slim/messages reads session logs by the wasm that tooltrim/slim/logs was given", () => {
  const file = project.write(
    "slim-logs.mjs",
    `import { readFileSync } from "node:fs";
     import { initSync } from "tooltrim/slim";
     import { init } from "tooltrim/slim/logs";
     import { detectFormat, readSessionLog } from "tooltrim/slim/messages";
     const bytes = (file) => readFileSync(new URL(import.meta.resolve(file)));
     initSync(bytes("tooltrim/tooltrim.wasm"));
     try { readSessionLog("") } catch ({ message }) { console.log(message) }
     await init(bytes("tooltrim/logs.wasm"));
     const { messages } = readSessionLog(${sessionLog});
     console.log(detectFormat(messages));`,
  );
  assert.equal(project.node(file), "tooltrim/slim/logs: call init(wasm) or initSync(wasm) first\ngemini");
});
