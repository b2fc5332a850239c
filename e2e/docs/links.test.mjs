// Links that the docs build rejects.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brokenPackedLinks, brokenSiteLinks, forPackage, slug } from "../../scripts/lib/links.mjs";

test("links to missing files and missing anchors are found, and no others", (t) => {
  const site = mkdtempSync(join(tmpdir(), "tooltrim-links-"));
  t.after(() => rmSync(site, { recursive: true }));
  mkdirSync(join(site, "docs"));
  writeFileSync(join(site, "style.css"), "");
  const good = ["docs/a.html#one", "docs/", "#here", "/base/style.css", "https://example.com/nowhere", "mailto:a@b.c"];
  const bad = ["docs/b.html", "docs/a.html#two", "#there", "/base/other.css"];
  const page = [...good, ...bad].map((link) => `<a class="x" href="${link}">x</a>`).join("\n");
  writeFileSync(join(site, "index.html"), `<p id="here">${page}</p><script>'<a href="no.html">'</script>`);
  writeFileSync(join(site, "docs/a.html"), `<h2 id="one"><a href="../index.html">x</a></h2>`);
  writeFileSync(join(site, "docs/index.html"), "");
  const { found, pages } = brokenSiteLinks(site, "/base/");
  assert.deepEqual([found, pages], [bad.map((link) => `index.html: ${link}`), 3]);
});

test("a page in the package links to the repository for what is not in the package", () => {
  const page = [
    "[a](../examples/node-agent) [`b`](../scripts/check.mjs#L1) [c](openai.md) [d](../CHANGELOG.md) [e](#here)",
    "[f](https://example.com/a) `[g](../examples)` [h](missing.md)",
    "```md",
    "[i](../examples)",
    "```",
    "[j]: ../scripts",
  ].join("\n");
  const expected = page
    .replace("../examples/node-agent", "R/tree/main/examples/node-agent")
    .replace("../scripts/check.mjs", "R/blob/main/scripts/check.mjs")
    .replace("[j]: ../scripts", "[j]: R/tree/main/scripts");
  assert.equal(forPackage(page, "docs/a.md", ["docs/openai.md", "CHANGELOG.md"], "R"), expected);
});

test("links to what a package does not hold are found", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tooltrim-links-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "README.md"), "[a](docs/b.md) [b](docs/b.md#one) [c](https://example.com)\n");
  writeFileSync(join(folder, "docs/b.md"), "# One\n[a](../README.md) [b](../examples/x) [c](b.md#two) [d](left.md)\n");
  writeFileSync(join(folder, "docs/left.md"), "");
  assert.deepEqual(brokenPackedLinks(folder, ["README.md", "docs/b.md"]), [
    "docs/b.md: ../examples/x",
    "docs/b.md: b.md#two",
    "docs/b.md: left.md",
  ]);
});

test("anchors are those of GitHub", () => {
  assert.equal(slug("What was cut, and why: `trim()` & co."), "what-was-cut-and-why-trim--co");
});
