// Pictures of each tab at three widths in both themes, to look at: target/playground-pictures. A tab that is wider than its
// window, or that the browser complains of, fails.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/consumers/project.mjs";
import { isReady } from "./conversation-page.mjs";
import { pageTest, shows } from "./site.mjs";

const folder = join(root, "target/playground-pictures");
mkdirSync(folder, { recursive: true });

const tabs = {
  output: async (page) => shows(page, "#sizes", /\d/),
  conversation: isReady,
  compare: async (page) => page.locator(".compare-facts tr.ours", { hasText: /\d/ }).waitFor(),
};

for (const [tab, ready] of Object.entries(tabs)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1440, 768, 375]) {
      const options = { hash: `#${tab}`, ready, colorScheme, viewport: { width, height: 900 } };
      pageTest(`a picture of ${tab}, ${width} px, ${colorScheme}`, options, async (page) => {
        const path = join(folder, `${tab}-${width}-${colorScheme}.png`);
        const picture = await page.screenshot({ path, fullPage: true });
        // Its width in the header of the file.
        assert.equal(picture.readUInt32BE(16), width);
      });
    }
  }
}
