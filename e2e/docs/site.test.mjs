// The docs site as `npm run docs` built it, in a real browser that reaches nothing but this machine.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/env.mjs";
import { chromiumPath, launchChromium } from "../../scripts/lib/chromium.mjs";
import { serve } from "../browser/server.mjs";

const site = join(root, "target/site");
const skip = !chromiumPath() && "no Chromium or Chrome; TOOLTRIM_CHROMIUM can name one";
let browser;
let server;

before(async () => {
  assert.ok(existsSync(join(site, "index.html")), "there is no site: npm run docs builds it");
  if (skip) return;
  server = await serve(site);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A page, and what the browser complains of in it: errors, failed requests, requests to other servers. */
async function open(t) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    const own = request.url().startsWith(server.url) || /^(data|blob):/.test(request.url());
    if (!own) complaints.push(`${page.url()} asks for ${request.url()}`);
  });
  return { page, complaints };
}

const guides = existsSync(site) ? readdirSync(join(site, "docs")).map((file) => `docs/${file}`) : [];
const first = ["index.html", "CHANGELOG.html", "CONTRIBUTING.html", "SECURITY.html"];
const api = ["api/js/index.html", "api/js/functions/tooltrim.trim.html", "api/rust/tooltrim/index.html"];

test("every page loads offline and without an error", { skip, timeout: 300_000 }, async (t) => {
  const { page, complaints } = await open(t);
  for (const path of [...first, ...guides, ...api]) {
    await page.goto(server.url + path, { waitUntil: "networkidle" });
    assert.notEqual(await page.locator("h1").first().textContent(), "", path);
  }
  assert.deepEqual(complaints, []);
  assert.ok(guides.length > 10);
});

test("the search finds computeTruncation and opens where it is", { skip, timeout: 60_000 }, async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(server.url);
  await page.locator(".DocSearch-Button").first().click();
  await page.locator("#localsearch-input").fill("computeTruncation");
  await page.locator("#localsearch-list a.result").first().click();
  await page.waitForURL(/docs\/.*#/);
  await page.locator(".vp-doc", { hasText: "computeTruncation" }).waitFor();
  assert.deepEqual(complaints, []);
});

test("diagrams are drawn", { skip, timeout: 60_000 }, async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(`${server.url}docs/architecture.html`);
  const picture = page.locator(".mermaid svg");
  await picture.waitFor();
  assert.match(await picture.textContent(), /npm package/);
  assert.deepEqual(complaints, []);
});

test("the API reference searches by itself", { skip, timeout: 60_000 }, async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(`${server.url}api/js/index.html`);
  await page.locator("#tsd-search-trigger").click();
  await page.locator("#tsd-search-input").fill("computeTruncation");
  await page.locator("#tsd-search-results a", { hasText: "computeTruncation" }).first().waitFor();
  await page.goto(`${server.url}api/rust/tooltrim/index.html?search=compute_truncation`);
  await page.locator("#search a", { hasText: "compute_truncation" }).first().waitFor();
  assert.deepEqual(complaints, []);
});

test("the playground is part of the site, and leads back to it", { skip, timeout: 60_000 }, async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(server.url);
  await page.getByRole("link", { name: "Playground" }).first().click();
  await page.waitForURL(/\/playground\//);
  await page.locator("#sizes", { hasText: /\d/ }).waitFor();
  await page.getByRole("link", { name: "Docs" }).click();
  await page.waitForURL(server.url);
  assert.deepEqual(complaints, []);
});
