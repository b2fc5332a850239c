// Presets, code to copy, and links.
import assert from "node:assert/strict";
import { drop, pageTest, paste, set, shownResult, shows, textOf, tooltrim } from "./site.mjs";

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

async function copyLink(page, name) {
  await page.getByText("Share a link").click();
  await page.getByRole("button", { name, exact: true }).click();
  await page.locator(".menu").getByRole("button", { name: "Copied" }).waitFor();
  return clipboard(page);
}

/** Every preset, as the page calls it. */
const presets = {
  ...Object.fromEntries(
    ["terminal", "fileRead", "search", "apiResponse", "toolify"].map((name) => [name, tooltrim.presets[name]]),
  ),
  ...Object.fromEntries(["field", "checkpoint", "response"].map((name) => [`${name}()`, tooltrim.presets[name]()])),
  ...Object.fromEntries(
    ["head", "tail", "center", "centerLines"].map((mode) => [
      `contextTrimmer("${mode}")`,
      tooltrim.presets.contextTrimmer(mode),
    ]),
  ),
};

pageTest("a preset sets the controls, trims as the package's, and a change says so", {}, async (page) => {
  const text = `\x1b[32mstart\x1b[0m\n${"a line of the output\n".repeat(3500)}error: disk full\n${"a line\n".repeat(900)}`;
  await paste(page, text);
  const preset = page.getByLabel("Preset");
  for (const [name, options] of Object.entries(presets)) {
    await preset.selectOption(name);
    assert.equal(await shownResult(page), tooltrim.trim(text, options).text, name);
    assert.equal(await preset.inputValue(), name);
    const [, literal] = /trim\(output, (.*)\);$/s.exec(await page.locator("#code").textContent());
    const code = new Function(`return ${literal}`)();
    assert.equal(tooltrim.trim(text, code).text, tooltrim.trim(text, options).text, name);
  }
  await preset.selectOption("terminal");
  // In the tabs and back.
  await page.waitForFunction(() => /headShare=0.3/.test(location.hash));
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByRole("link", { name: "Output" }).click();
  await page.waitForFunction(() => document.querySelector("#preset").value === "terminal");
  await set(page, { keep: "tail" });
  assert.equal(await preset.locator("option:checked").textContent(), "terminal, changed");
  await set(page, { keep: "ends" });
  assert.equal(await preset.inputValue(), "terminal");
  await preset.selectOption("");
  assert.equal(await shownResult(page), tooltrim.trim(text, { maxChars: 4000, rescue: true, clean: true }).text);
});

pageTest("the code says the same in TypeScript, Rust and Python", {}, async (page) => {
  const all = { maxChars: 900, maxLines: 20 };
  await set(page, { limits: all, keep: "tail", snap: "graphemes", marker: 'say "{count}"\\\n', trimEnd: true });
  await page.getByText("Share and words").click();
  await page.getByLabel("Share of the limit").fill("1");
  await page.getByLabel("Always rescue lines with").fill("quota\nbudget");
  await page.getByText("Kinds of noise").click();
  for (const kind of ["repeated lines", "long Base64", "what was overwritten"]) await page.getByLabel(kind).uncheck();
  const input = await textOf(page, "input-view");
  const options = {
    ...all,
    ...{ keep: "tail", snap: "grapheme", marker: 'say "{count}"\\\n', trimEnd: true },
    rescue: { share: 1, include: ["quota", "budget"] },
    clean: { ansi: true },
  };
  assert.equal(await shownResult(page), tooltrim.trim(input, options).text);
  const code = page.locator("#code");
  const [, literal] = /trim\(output, (.*)\);$/s.exec(await code.textContent());
  assert.deepEqual(new Function(`return ${literal}`)(), options);
  await page.getByText("Rust", { exact: true }).click();
  await shows(page, "#code", /^use tooltrim/);
  assert.equal(
    await code.textContent(),
    `use tooltrim::{CleanOptions, Keep, Snap, TrimOptions, trim};
use tooltrim::trimming::RescueOptions;

let options = TrimOptions::new()
    .max_chars(900)
    .max_lines(20)
    .keep(Keep::Tail)
    .snap(Snap::Grapheme)
    .marker("say \\"{count}\\"\\\\\\n")
    .trim_end(true)
    .rescue(RescueOptions::new().share(1.0).include(["quota", "budget"]))
    .clean(CleanOptions::new().ansi(true));
let text = trim(output, options)?.text;`,
  );
  await page.getByText("Python", { exact: true }).click();
  await shows(page, "#code", /^from tooltrim_core/);
  assert.equal(
    await code.textContent(),
    `from tooltrim_core import trim

text = trim(
    output,
    max_chars=900,
    max_lines=20,
    keep="tail",
    snap="grapheme",
    marker="say \\"{count}\\"\\\\\\n",
    trim_end=True,
    rescue={"share": 1, "include": ["quota", "budget"]},
    clean={"ansi": True},
).text`,
  );
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await clipboard(page), await code.textContent());

  // The same in a link, without the input.
  const link = await copyLink(page, "Copy link with settings");
  assert.doesNotMatch(link, /input=/);
  await page.goto("about:blank");
  await page.goto(link);
  await shows(page, "#input-name", /failing-tests\.txt/);
  assert.equal(await shownResult(page), tooltrim.trim(input, options).text);
});

pageTest("code that comes late is not shown for another language", {}, async (page, { complaints }) => {
  let pass;
  const held = new Promise((resolve) => {
    pass = resolve;
  });
  await page.route("**/code-rust-python-*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByText("Rust", { exact: true }).click();
  assert.equal(await page.locator("#code").textContent(), "");
  await page.getByText("TypeScript", { exact: true }).click();
  await shows(page, "#code", /^import \{ trim \}/);
  const loaded = page.waitForResponse("**/code-rust-python-*");
  pass();
  await (await loaded).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.match(await page.locator("#code").textContent(), /^import \{ trim \}/);

  await page.unroute("**/code-rust-python-*");
  await page.route("**/code-rust-python-*", (route) => route.abort());
  await page.reload();
  await page.getByText("Python", { exact: true }).click();
  await shows(page, "#code", /Python could not be loaded/);
  // The console has said the same, and nothing else.
  assert.deepEqual(
    new Set(complaints.splice(0).map((text) => /net::\w+/.exec(text)?.[0])),
    new Set(["net::ERR_FAILED"]),
  );
});

pageTest("a link carries the input when it is asked to, and says when it is too long", {}, async (page) => {
  const text = `one\r\ntwo 漢字 \x1b[31m🚀\x1b[0m\n${"three\n".repeat(900)}`;
  await drop(page, "small.log", Buffer.from(text));
  await shows(page, "#input-name", /^small\.log/);
  await set(page, { limits: { maxChars: 200 } });
  const expected = tooltrim.trim(text, { maxChars: 200, rescue: true, clean: true }).text;
  assert.equal(await shownResult(page), expected);
  const link = await copyLink(page, "Copy link with settings and input");
  await page.goto("about:blank");
  await page.goto(link);
  await shows(page, "#input-name", /^from a link$/);
  assert.equal(await textOf(page, "input-view"), text);
  assert.equal(await shownResult(page), expected);
  // In the tabs and back: the same text, the same settings.
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByRole("link", { name: "Output" }).click();
  assert.equal(await textOf(page, "input-view"), text);
  assert.equal(await shownResult(page), expected);

  const noise = Array.from({ length: 9000 }, (_, n) => Math.sin(n).toString(36)).join("\n");
  await drop(page, "noise.txt", Buffer.from(noise));
  await shows(page, "#input-name", /^noise\.txt/);
  await page.getByText("Share a link").click();
  await page.getByRole("button", { name: "Copy link with settings and input" }).click();
  await shows(page, ".menu-note", /too large for a link: it would have \d+,\d{3} chars, and up to 32,000/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".menu[open]").count(), 0);
});

pageTest(
  "a broken link says so, and the page starts with its example",
  { hash: "#output?maxChars=300&input=AAAA_broken" },
  async (page) => {
    await shows(page, "#input-message", /input in this link could not be read/);
    const input = await textOf(page, "input-view");
    assert.equal(await shownResult(page), tooltrim.trim(input, { maxChars: 300, rescue: true, clean: true }).text);
  },
);
