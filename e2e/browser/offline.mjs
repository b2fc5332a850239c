// Without a network: once loaded, the page comes back with all of its tabs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "./server.mjs";
import { browser, folder, shows, tally } from "./site.mjs";

test("once loaded, the page and all its tabs work without its server", { timeout: 120_000 }, async (t) => {
  const server = await serve(folder);
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.url);
  const asked = [];
  context.on("request", (request) => asked.push(request.url()));
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state));
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(server.url)),
    [],
  );
  server.close();
  await assert.rejects(fetch(server.url));

  const complaints = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.reload();
  await shows(page, "#input-name", /failing-tests\.txt/);
  await shows(page, "#sizes", /\d/);
  for (const name of ["Conversation", "Compare"]) {
    await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name }).click();
    const main = page.locator(`#${name.toLowerCase()}`);
    await main.waitFor();
    await page.waitForFunction(
      (id) => !/^(Loading|This part)/.test(document.getElementById(id).textContent),
      name.toLowerCase(),
    );
  }
  assert.deepEqual(complaints, []);
  tally.passed += 1;
});
