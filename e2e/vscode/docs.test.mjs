// The provider in docs/vscode.md, as it stands there, in VS Code itself: type-checked, bundled as the page says, and
// used for a conversation that does not fit its window.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createProject, root } from "../../tests/consumers/project.mjs";
import { bundle } from "./bundle.mjs";
import { buildDriver } from "./driver.mjs";
import { checkFinished, checkObeyed, checkPrefixes, checkSameBytes } from "./gateway/checks.mjs";
import { hosts, startHost } from "./hosts/index.mjs";
import { sumUp } from "./model-server/record.mjs";
import { startModelServer } from "./model-server/server.mjs";
import { taskOf } from "./session/modules.mjs";

const page = readFileSync(join(root, "docs/vscode.md"), "utf8");
const block = (start) => new RegExp(`^\`\`\`${start}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)?.[1];
const [source, manifest] = [block("ts\n// src/extension.ts"), JSON.parse(block("json"))];
const address = "http://127.0.0.1:8080/v1";
const [{ vendor }] = manifest.contributes.languageModelChatProviders;
const host = hosts.find(({ inWorker, skip }) => inWorker && !skip);
const project = createProject();
project.link("@types/vscode");
/** Each block of the page says in its first line which file it is. */
const files = Array.from(page.matchAll(/^```ts\n\/\/ (\S+)\n[\s\S]*?^```$/gm), ([text, name]) =>
  project.write(`docs/${name}`, text.slice("```ts\n".length, -"```".length)),
);

test("the code in docs/vscode.md has no type errors", () => {
  assert.equal(files.length, 4);
  const options = {
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2024", "dom", "dom.iterable"],
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  };
  assert.equal(project.tsc(files, options), "");
});

describe(`docs/vscode.md in ${host?.name ?? "VS Code"}`, {
  skip: !host && "not installed; see scripts/bootstrap",
}, () => {
  let server;
  let inside;
  let whole;
  before(async () => {
    server = await startModelServer({ models: { example: { window: 32_000 } } });
    inside = await startHost(host, { driver: await buildDriver(), extensions: [await bundled()] });
  });
  after(async () => {
    await inside?.close();
    await server?.close();
  });

  test("a conversation of a hundred calls fits", async (t) => {
    const word = "PAGES-0001";
    const result = await inside.run("converse", { vendor, task: taskOf(word) });
    const requests = server.of(word);
    whole = requests;
    checkFinished(result, word);
    checkObeyed(requests);
    checkPrefixes(requests, taskOf(word));
    const { rewrites, largest } = sumUp(requests);
    assert.ok(rewrites >= 1 && rewrites <= 10, `${rewrites} rewrites`);
    t.diagnostic(`${requests.length} requests, the largest ${largest} chars, ${rewrites} rewrites`);
  });

  test("and goes on after a restart as it would have", async () => {
    const word = "PAGES-0002";
    const first = await inside.run("converse", { vendor, task: taskOf(word), stopAfter: 50 });
    const sent = server.of(word).length;
    assert.ok(sumUp(server.of(word)).rewrites >= 1);
    await inside.restart();
    checkFinished(await inside.run("converse", { vendor, history: first.history }), word);
    const requests = server.of(word);
    checkObeyed(requests);
    assert.ok(requests[sent].text.startsWith(requests[sent - 1].text), "nothing is decided anew");
    checkSameBytes(requests, word, whole, "PAGES-0001");
  });

  async function bundled() {
    assert.ok(source.includes(`"${address}/`), `the page names ${address}`);
    const folder = join(project.folder, "docs");
    const entry = project.write("docs/src/here.ts", source.replace(address, server.url));
    mkdirSync(join(folder, "extension"), { recursive: true });
    await bundle(entry, join(folder, "extension/dist/extension.js"));
    const identity = { name: "page", publisher: "tooltrim-tests", version: "1.0.0", engines: { vscode: "^1.104.0" } };
    const text = JSON.stringify({ ...identity, browser: "./dist/extension.js", activationEvents: [], ...manifest });
    writeFileSync(join(folder, "extension/package.json"), text);
    return join(folder, "extension");
  }
});
