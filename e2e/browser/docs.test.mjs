// The pages in docs/browser.md, in a real Chromium: the plain one as it stands, and the React component with a stand-in
// for React's two hooks and JSX, since the page is about what the component does with tooltrim.
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

const react = `let state, draw;
export const useMemo = (make) => make();
export const useState = (first) => [state ??= first, (next) => { state = next; draw(); }];
export const mount = (view, root) => (draw = () => root.replaceChildren(view()))();
export const jsx = (type, { children, onClick, ...rest }) => {
  const node = Object.assign(document.createElement(type), rest);
  if (onClick) node.addEventListener("click", onClick);
  node.append(...[children].flat().filter((child) => child !== false));
  return node;
};
export const jsxs = jsx;
`;
const types = `export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useState<T>(first: T): [T, (next: T) => void];
export namespace JSX {
  interface Element {}
  interface IntrinsicElements {
    figure: { children?: unknown };
    pre: { children?: unknown };
    button: { type: "button"; onClick: () => void; children?: unknown };
  }
}
export const jsx: unknown, jsxs: unknown;
`;

test("the React component shows the trimmed output, and the whole one on request", async (t) => {
  for (const name of ["index", "jsx-runtime"]) {
    project.write(`node_modules/react/${name}.js`, name === "index" ? react : 'export * from "./index.js";');
    project.write(`node_modules/react/${name}.d.ts`, name === "index" ? types : 'export * from "./index.js";');
  }
  project.write("node_modules/react/package.json", '{ "name": "react", "type": "module", "main": "index.js" }');
  const file = project.write("ToolOutput.tsx", component);
  const options = { module: "esnext", moduleResolution: "bundler", jsx: "react-jsx", exactOptionalPropertyTypes: true };
  assert.equal(project.tsc([file], { ...options, lib: ["es2022", "dom"], types: [] }), "");

  const entry = `import { mount } from "react";
import { ToolOutput } from "./ToolOutput.tsx";
mount(() => ToolOutput({ output: ${JSON.stringify(log)} }), document.body);`;
  const build = { bundle: true, format: "esm", jsx: "automatic", target: "es2022", logLevel: "silent" };
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
