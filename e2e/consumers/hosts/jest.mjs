// Jest, in both of its environments.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load, toolPath } from "../load.mjs";
import { output } from "../processes.mjs";

const config = (folder) => `module.exports = {
  rootDir: ${JSON.stringify(folder)},
  testMatch: ["**/jest.test.cjs"],
  transform: {},
  watchman: false,
  cache: false,
};
`;
// Under jsdom the test's own Uint8Array is not that of Node.
const tests = `const { writeFileSync } = require("node:fs");
const { run } = require("./all.cjs");
test("every call", async () => writeFileSync(process.env.REPORT_FILE, JSON.stringify(await run())));
`;

export const quick = (tools) =>
  ["node", "jsdom"].map((environment) => ({
    name: `Jest, ${environment}`,
    version: () => load(tools, "jest/package.json").version,
    async run({ folder, write }) {
      write("jest.config.cjs", config(folder));
      write("jest.test.cjs", tests);
      const file = join(folder, `jest-${environment}.json`);
      await output(process.execPath, [toolPath(tools, "jest/bin/jest.js"), `--env=${environment}`], {
        cwd: folder,
        env: { ...process.env, REPORT_FILE: file },
      });
      return JSON.parse(readFileSync(file, "utf8"));
    },
  }));
