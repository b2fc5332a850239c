// The examples in docs/browser.md, in a real Chromium: the page without a bundler, and the React component.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import * as esbuild from "esbuild";
import { launchChromium } from "../../scripts/lib/chromium.mjs";
import { blocksOf, textOf } from "../../tests/consumers/blocks.mjs";
import { createProject } from "../../tests/consumers/project.mjs";
import { serve } from "./server.mjs";

const project = createProject();
const [plain, component] = ["html", "tsx"].map(
  (wanted) => blocksOf(textOf("docs/browser.md")).find(({ language }) => language === wanted)?.code,
);
const server = await serve(project.folder);
const browser = await launchChromium();
after(async () => {
  await browser.close();
  server.close();
});

const log = Array.from({ length: 900 }, (_, n) => (n === 400 ? "error: disk full" : `step ${n} ok`)).join("\n");

async function open(t, file) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(server.url + file);
  return { page, complaints: () => complaints.filter((text) => !text.includes("404")) };
}

test("the plain page trims what is typed", async (t) => {
  project.write("plain.html", plain);
  const { page, complaints } = await open(t, "plain.html");
  await page.locator("#log").fill(log);
  await page.waitForFunction(() => document.querySelector("#size").textContent !== "");
  const shown = await page.locator("#shown").textContent();
  assert.ok(shown.length <= 2_000 && shown.includes("error: disk full"), shown);
  assert.match(await page.locator("#size").textContent(), /^\d+ tokens, \d+ chars omitted$/);
  assert.deepEqual(complaints(), []);
});

test("without 'wasm-unsafe-eval' the first call throws, as the page says", async (t) => {
  project.write("strict.html", plain.replace(" 'wasm-unsafe-eval'", ""));
  const { page, complaints } = await open(t, "strict.html");
  await page.locator("#log").fill(log);
  await page.waitForTimeout(500);
  assert.match(complaints().join("\n"), /unsafe-eval|WebAssembly/);
});

test("the React component shows the trimmed output, and the whole one on request", async (t) => {
  for (const name of ["react", "react-dom", "@types/react", "@types/react-dom", "csstype"]) project.link(name);
  const file = project.write("ToolOutput.tsx", component);
  const options = {
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    lib: ["es2022", "dom"],
    types: [],
  };
  const stricter = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  assert.equal(project.tsc([file], { ...options, ...stricter }), "");

  const entry = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { ToolOutput } from "./ToolOutput.tsx";
createRoot(document.body).render(createElement(ToolOutput, { output: ${JSON.stringify(log)} }));`;
  const build = {
    bundle: true,
    format: "esm",
    jsx: "automatic",
    target: "es2022",
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
  };
  const outfile = join(project.folder, "react.js");
  await esbuild.build({ ...build, entryPoints: [project.write("entry.js", entry)], outfile });
  project.write(
    "react.html",
    '<!doctype html><meta charset="utf-8"><body><script type="module" src="react.js"></script>',
  );
  const { page, complaints } = await open(t, "react.html");
  const pre = page.locator("pre");
  assert.ok((await pre.textContent()).length <= 2_000);
  await page.getByRole("button", { name: /^Show \d+ more chars$/ }).click();
  assert.equal(await pre.textContent(), log);
  await page.getByRole("button", { name: "Show less" }).click();
  assert.ok((await pre.textContent()).length <= 2_000);
  assert.deepEqual(complaints(), []);
});
