// Links that the docs build rejects.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brokenSiteLinks, slug } from "../../scripts/lib/links.mjs";

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

test("anchors are those of GitHub", () => {
  assert.equal(slug("What was cut, and why: `trim()` & co."), "what-was-cut-and-why-trim--co");
});
