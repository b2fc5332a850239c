// The components as npm delivers them, in a real Chromium without a bundler: the golden files give the same there.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { root } from "../../scripts/env.mjs";
import { launchChromium } from "../../scripts/lib/chromium.mjs";
import { serve } from "./server.mjs";

const server = await serve(root);
const browser = await launchChromium();
after(async () => {
  await browser.close();
  server.close();
});

async function open(t) {
  const page = await browser.newPage();
  t.after(() => page.close());
  // Any file of this server that is shown: modules come from it.
  await page.goto(`${server.url}scripts/build.mjs`);
  return page;
}

test("all golden files, by the package with all jobs", async (t) => {
  const page = await open(t);
  const { count, wrong } = await page.evaluate(async () => {
    const { instantiate } = await import("/target/component/npm/tooltrim.js");
    const { files, goldenCases, isSame } = await import("/tests/component/cases.mjs");
    const read = async (file) => [file, await (await fetch(`/tests/golden/${file}`)).json()];
    const golden = Object.fromEntries(await Promise.all(files.map(read)));
    const cases = goldenCases(await instantiate(), golden);
    const wrong = cases.filter((one) => !isSame(one.actual(), one.expected));
    return { count: cases.length, wrong: wrong.map(({ file, name }) => `${file}: ${name}`) };
  });
  assert.deepEqual(wrong, []);
  assert.ok(count > 2500);
  t.diagnostic(`Chromium ${browser.version()}, golden ${count}/${count}`);
});

test("texts, by tooltrim/component", async (t) => {
  const page = await open(t);
  const trimmed = await page.evaluate(async () => {
    const { instantiate } = await import("/pkg/dist/component/trim.js");
    const { text } = await instantiate();
    return text.trim(`${"step ok\n".repeat(5000)}error: disk full\n`, { maxChars: 200 });
  });
  assert.equal(trimmed.truncated, true);
  assert.match(trimmed.text, /^\[… [\d,]+ lines.*\]\n[\s\S]*error: disk full\n$|\[truncated [\d,]+ chars\]/m);
});

test("a store keeps its texts in the storage of the page", async (t) => {
  const page = await open(t);
  const read = await page.evaluate(async () => {
    const { instantiate } = await import("/target/component/npm/tooltrim.js");
    const storage = {
      get: (key) => localStorage.getItem(key),
      set: (key, value) => localStorage.setItem(key, value),
    };
    const open = async () => (await instantiate({ storage })).store.OutputStore.create(undefined, "page");
    const own = await open();
    const ref = own.put("a long log");
    own.flush();
    return [ref, (await open()).get(ref), Object.keys(localStorage).sort()];
  });
  assert.deepEqual(read, ["#vdzfjh2h", "a long log", ["tooltrim-core:page:#vdzfjh2h"]]);
});
