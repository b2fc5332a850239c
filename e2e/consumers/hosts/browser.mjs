// A page without a bundler: an import map, and the package's own files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumVersionNumber, noBrowser, reportFrom } from "../browser.mjs";
import { withoutConditions } from "../conditions.mjs";

export const quick = () => [
  {
    name: "Chromium, no bundler",
    missing: noBrowser,
    version: chromiumVersionNumber,
    async run({ folder, installed, write, entries, withProgram }) {
      const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
      const imports = Object.fromEntries(
        entries.map((entry) => [
          entry,
          join("/node_modules/tooltrim", exports[`.${entry.slice("tooltrim".length)}`].import.default),
        ]),
      );
      // The one dependency of an entry; its own ES modules do not load in browsers, as they name no files.
      write("api.mjs", `export const metrics = { getMeter: () => globalThis.meter };\n`);
      imports["@opentelemetry/api"] = "/api.mjs";
      write(
        "plain.html",
        `<!doctype html><meta charset="utf-8">
<script type="importmap">${JSON.stringify({ imports })}</script>
<script>
  const instrument = { add() {}, record() {}, addCallback() {}, removeCallback() {} };
  globalThis.meter = new Proxy({}, { get: () => () => instrument });
</script>
<script type="module" src="main.mjs"></script>`,
      );
      return withProgram({ "conditions.mjs": withoutConditions }, () => reportFrom(folder, "plain.html"));
    },
  },
];
