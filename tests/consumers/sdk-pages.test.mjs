// The examples in the pages on SDKs run as a reader copies them, against a local server with the rules of the providers.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { estimateTokens } from "../../pkg/dist/index.js";
import { noNewerNode } from "../../scripts/lib/node.mjs";
import { startProviders } from "../providers/server.mjs";
import { asksProvider, blocksOf, install, nodeFor, scriptsOf, sdkPages, textOf } from "./blocks.mjs";
import { createProject } from "./project.mjs";
import { answer, conclusion, file } from "./scripted-model.mjs";

const project = createProject();
install(project);
project.write(file.name, file.text);
mkdirSync(join(project.folder, "pages"), { recursive: true });

let server;
before(async () => {
  server = await startProviders({ answer });
});
after(() => server.close());

/** What a block prints, and the requests that it made. */
async function run(page, block) {
  const { line, code, folder = "" } = block;
  const { code: javascript } = esbuild.transformSync(code, { loader: "ts", format: "esm", target: "node20" });
  const path = project.write(`${folder}pages/${page.replaceAll("/", "-")}-${line}.mjs`, javascript);
  const env = {
    ...process.env,
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: `${server.url}/v1`,
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_AGENTS_DISABLE_TRACING: "1",
  };
  server.requests.length = 0;
  const { stdout } = await promisify(execFile)(nodeFor(block), [path], { cwd: project.folder, env });
  return { stdout, requests: [...server.requests] };
}

/** The most lines of an example that is read at first sight. */
const SHORT = 24;
const short = [...Object.keys(sdkPages), "docs/vscode.md", "docs/browser.md", "docs/rust.md"];
for (const page of short) {
  test(`${page} begins with an example of at most ${SHORT} lines`, () => {
    const [{ code }] = blocksOf(textOf(page)).filter(({ language }) => !["toml", "sh"].includes(language));
    const lines = code.trimEnd().split("\n").length;
    assert.ok(lines <= SHORT, `${lines} lines`);
  });
}

for (const [page, window] of Object.entries(sdkPages)) {
  const [first, ...others] = scriptsOf(page, textOf(page));
  test(`${page} begins with an example that asks the provider`, () => assert.ok(asksProvider(page, first)));
  for (const block of [first, ...others.filter((block) => asksProvider(page, block))]) {
    const recalls = block.code.includes("retrieveTool");
    const skip = nodeFor(block) ? false : noNewerNode;
    const before = block.folder ? " with AI SDK 6" : "";
    test(`${page}:${block.line} runs${before} and fits its window${recalls ? ", and reads what was cut" : ""}`, {
      skip,
    }, async (t) => {
      const { stdout, requests } = await run(page, block);
      assert.match(stdout, new RegExp(conclusion));
      assert.deepEqual(
        requests.filter(({ rule }) => rule),
        [],
      );
      // Sixty reads, one that the store answers, and the last answer.
      assert.equal(requests.length, recalls ? 62 : 61);
      const sizes = requests.map(({ body }) => estimateTokens(JSON.stringify(body)));
      t.diagnostic(sizes.join());
      t.diagnostic(JSON.stringify(requests.at(-1).body).length);
      const whole = 60 * estimateTokens(JSON.stringify(file.text.slice(0, 30_000)));
      t.diagnostic(`the largest of ${requests.length} requests has ${Math.max(...sizes)} tokens, uncut ${whole}`);
      assert.ok(Math.max(...sizes) <= window, `${Math.max(...sizes)} tokens`);
      assert.ok(whole > 2 * window, "without compaction it would not fit");
    });
  }
}
