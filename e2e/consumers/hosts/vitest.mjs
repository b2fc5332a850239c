// Vitest: in Node, with jsdom, and in a browser.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath } from "../../../scripts/lib/chromium.mjs";
import { noBrowser } from "../browser.mjs";
import { toolPath } from "../load.mjs";
import { output } from "../processes.mjs";
import { versionIn } from "./node.mjs";

const tests = {
  node: `import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { run } from "../all.mjs";
test("every call", async () => writeFileSync(process.env.REPORT_FILE, JSON.stringify(await run())));
`,
  // The page has no file system: a command of the runner writes.
  browser: `import { commands } from "vitest/browser";
import { test } from "vitest";
import { run } from "../all.mjs";
test("every call", async () => commands.writeFile(import.meta.env.VITE_REPORT_FILE, JSON.stringify(await run())));
`,
};
tests.jsdom = tests.node;

const config = {
  node: `export default { test: { include: ["*.test.mjs"], environment: "node" } };\n`,
  jsdom: `export default { test: { include: ["*.test.mjs"], environment: "jsdom" } };\n`,
  browser: `import { playwright } from "@vitest/browser-playwright";
const provider = playwright({ launchOptions: { executablePath: ${JSON.stringify(chromiumPath())}, args: ["--no-sandbox"] } });
export default {
  // The package lies above the tests.
  server: { fs: { strict: false } },
  test: {
    include: ["*.test.mjs"],
    browser: { enabled: true, headless: true, provider, instances: [{ browser: "chromium" }], screenshotFailures: false },
  },
};
`,
};

export const slow = (tools) =>
  ["node", "jsdom", "browser"].map((environment) => ({
    name: `Vitest, ${environment}`,
    version: () => versionIn(toolPath(tools, "vitest")),
    missing: environment === "browser" ? noBrowser : undefined,
    async run({ folder, write }) {
      const name = `vitest-${environment}`;
      write(`${name}/vitest.config.mjs`, config[environment]);
      write(`${name}/calls.test.mjs`, tests[environment]);
      write(`${name}/package.json`, "{}");
      const file = join(folder, name, "report.json");
      await output(process.execPath, [toolPath(tools, "vitest/vitest.mjs"), "run"], {
        cwd: join(folder, name),
        env: { ...process.env, REPORT_FILE: file, VITE_REPORT_FILE: "report.json", VITEST: undefined },
      });
      return JSON.parse(readFileSync(file, "utf8"));
    },
  }));
