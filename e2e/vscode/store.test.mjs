// Results that an extension keeps in VS Code's own storage are there after VS Code was started again.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { OutputStore } from "tooltrim/store";
import { createProject } from "../../tests/consumers/project.mjs";
import { bundle } from "./bundle.mjs";
import { buildDriver } from "./driver.mjs";
import { hosts, startHost } from "./hosts/index.mjs";

const extension = "tooltrim-tests.keeper";
const large = "🪡 a line of a long log\n".repeat(80_000);
const texts = ["", "a\r\nb\0", "\ufeffx", "\ud83d alone", large];
/** The ref of a text, from the package itself. */
const refOf = (text) => new OutputStore().put(text);
const refs = texts.map(refOf);
const added = "new after the restart";
const places = ["global", "memento"];
let folder;

before(async () => {
  folder = await build();
});

for (const host of hosts) {
  describe(host.name, { skip: host.skip }, () => {
    let inside;
    const ask = (name, ...given) => inside.run("ask", { extension, name, given });
    before(async () => {
      inside = await startHost(host, { driver: await buildDriver(), extensions: [folder] });
    });
    after(() => inside?.close());

    test("what was kept is found after a restart", async (t) => {
      const all = await ask("places");
      t.diagnostic(all.join(", "));
      for (const place of places) assert.ok(all.includes(place), place);
      for (const place of all) {
        assert.deepEqual(await ask("keep", place, texts), refs);
        assert.deepEqual(await ask("find", place, [...refs, "#k3f9a2bx"]), [...texts, "UNKNOWN_REF"]);
      }
      await inside.restart();
      for (const place of all) {
        assert.deepEqual(await ask("find", place, refs), texts);
        assert.deepEqual(await ask("keep", place, [texts[3], added]), [refs[3], refOf(added)]);
      }
    });

    test("the files are whole, and named for what they are", async () => {
      const names = await ask("files", "global");
      const files = [...refs, refOf(added)].map((ref) => `tooltrim+_keeper=002500201+${ref.slice(1)}.txt`);
      assert.deepEqual(names, files.sort());
    });

    test("a folder that cannot be made is an error, and the text stays", async () => {
      const [code, message, text] = await ask("fail");
      assert.deepEqual([code, text], ["BACKEND_FAILED", "a text"]);
      assert.match(message, /^backend: writing #\w{8} failed: .*; 1 result stays in memory only$/);
    });
  });
}

/** For both hosts, as its author builds it. */
async function build() {
  const project = createProject();
  const folder = join(project.folder, "keeper");
  mkdirSync(folder);
  cpSync(fileURLToPath(new URL("keeper/extension.mjs", import.meta.url)), join(folder, "extension.mjs"));
  await bundle(join(folder, "extension.mjs"), join(folder, "dist/extension.js"));
  const [main, browser] = ["./dist/extension.js", "./dist/extension.js"];
  const manifest = { name: "keeper", publisher: "tooltrim-tests", version: "1.0.0", main, browser };
  const text = JSON.stringify({ ...manifest, engines: { vscode: "^1.104.0" }, activationEvents: [] });
  writeFileSync(join(folder, "package.json"), text);
  return folder;
}
