// The page and the picture of conversation stats in a real Chromium: hostile texts stay texts, nothing is loaded, and
// no screen is too narrow.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { inlineCss } from "tooltrim-view/esbuild";
import { root } from "../../scripts/env.mjs";
import { chromiumPath, launchChromium } from "../../scripts/lib/chromium.mjs";

const skip = !chromiumPath() && "no Chromium or Chrome; TOOLTRIM_CHROMIUM can name one";
const folder = join(root, "target/stats-page");
const names = { stats: "conversationStats", page: "statsPage", picture: "statsSvg" };
let library;
let browser;

before(async () => {
  const support = 'export { hostile, hostileSession, session } from "./www/view/test/support.ts";';
  const contents = Object.entries(names).map(([file, name]) => `export { ${name} } from "tooltrim-view/${file}";`);
  const outfile = join(folder, "stats.mjs");
  await build({
    stdin: { contents: [...contents, support].join("\n"), resolveDir: root },
    ...{
      bundle: true,
      format: "esm",
      platform: "node",
      outfile,
      external: ["tooltrim", "tooltrim/*"],
      plugins: [inlineCss],
      logLevel: "error",
    },
  });
  library = await import(pathToFileURL(outfile).href);
  if (!skip) browser = await launchChromium();
});
after(() => browser?.close());

/** Opens a file with these contents; answers the page and what went wrong in it. */
async function open(t, name, contents, options) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, contents);
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(`dialog ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(`asks for ${request.url()}`);
  });
  await page.addInitScript(contrasts);
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}

/** Runs in the page: the contrast of colours, as WCAG defines it. */
function contrasts() {
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) =>
    0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
  window.colorOf = (color) => color.match(/[\d.]+/g).map(Number);
  window.groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = window.colorOf(getComputedStyle(at).backgroundColor);
      if (color[3] !== 0) return color;
    }
    return [255, 255, 255];
  };
  window.ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  window.contrastOf = (element) =>
    window.ratio(window.colorOf(getComputedStyle(element).color), window.groundOf(element));
}

const plain = (text) => text;

for (const colorScheme of ["light", "dark"]) {
  for (const width of [320, 375, 1280]) {
    test(`the page fits ${width} px, ${colorScheme}, and runs nothing`, { skip }, async (t) => {
      const { conversationStats, statsPage, hostile, hostileSession } = library;
      const stats = conversationStats(hostileSession, { redact: plain, window: { tokens: 50_000 } });
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page, complaints } = await open(
        t,
        `${colorScheme}-${width}.html`,
        statsPage(stats, { title: hostile[0] }),
        options,
      );
      assert.deepEqual(complaints, []);
      const seen = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        scripts: document.scripts.length,
        images: document.images.length,
        title: document.title,
        contrast: [...document.querySelectorAll("h1,h2,p,caption,th,td,b,span,footer,code")].flatMap((element) => {
          const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
          return text && element.checkVisibility() ? [window.contrastOf(element)] : [];
        }),
        charts: [...document.querySelectorAll("svg path[class^=k-]")].map((path) =>
          window.ratio(window.colorOf(getComputedStyle(path).fill), window.groundOf(path.ownerSVGElement)),
        ),
      }));
      assert.ok(seen.width <= width, `${seen.width} px`);
      assert.deepEqual([seen.scripts, seen.images, seen.title], [0, 0, hostile[0]]);
      assert.ok(
        seen.contrast.length > 50 && Math.min(...seen.contrast) >= 4.5,
        `contrast ${Math.min(...seen.contrast)}`,
      );
      assert.ok(seen.charts.length > 0 && Math.min(...seen.charts) >= 3, `chart ${Math.min(...seen.charts)}`);
    });
  }
}

test("the picture is XML to a browser", { skip }, async (t) => {
  const { conversationStats, statsSvg, hostile, hostileSession, session } = library;
  for (const messages of [[], session, hostileSession]) {
    const svg = statsSvg(conversationStats(messages, { redact: plain }), { title: hostile.join(" ") });
    const { page, complaints } = await open(t, "stats.svg", svg);
    assert.deepEqual(complaints, []);
    const seen = await page.evaluate(() => [
      document.documentElement.localName,
      document.querySelectorAll("parsererror").length,
    ]);
    assert.deepEqual(seen, ["svg", 0]);
  }
});
