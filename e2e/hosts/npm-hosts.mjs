// The npm package in the runtimes of e2e/consumers, and in Chromium.

import { join } from "node:path";
import * as esbuild from "esbuild";
import { launchChromium } from "../../scripts/lib/chromium.mjs";
import { listedSizes } from "../../scripts/lib/sizes.mjs";
import { createProject } from "../../tests/consumers/project.mjs";
import { serve } from "../browser/server.mjs";
import * as runtimes from "../consumers/hosts/bun-deno.mjs";
import * as nodes from "../consumers/hosts/node.mjs";
import { output } from "../consumers/processes.mjs";
import { toolsFolder } from "../consumers/tools.mjs";
import { notRun } from "./ask.mjs";

const ENTRIES = ["tooltrim", "tooltrim/tool-history", "tooltrim/messages", "tooltrim/store"];

/** The program, with the package as `load` has it. */
const program = (load, given, show) => `import { ask } from ${JSON.stringify(join(import.meta.dirname, "npm.mjs"))};
const given = ${given};
given.golden = Object.fromEntries(${JSON.stringify("FILES")}.map((name) => [name, given.golden[name]]));
const load = async () => {
  const [main, toolHistory, messages, store] = await Promise.all([${ENTRIES.map(load)}]);
  return { main, toolHistory, messages, store };
};
${show("await ask(load, given)")}`;

const bundled = async (source, options) => {
  const stdin = { contents: source, resolveDir: import.meta.dirname };
  const common = { bundle: true, write: false, format: "esm", target: "es2022", logLevel: "error" };
  return (await esbuild.build({ stdin, ...common, ...options })).outputFiles[0].text;
};

export function npmHosts({ folder, file, goldenFiles }) {
  let made;
  /** A project with the packed package and the program. */
  const project = () => {
    made ??= (async () => {
      const own = createProject();
      const read = `JSON.parse((await import("node:fs")).readFileSync(${JSON.stringify(file)}, "utf8"))`;
      const source = program(
        (entry) => `import("${entry}")`,
        read,
        (report) => `console.log(JSON.stringify(${report}));`,
      );
      own.write(
        "host.mjs",
        await bundled(withFiles(source, goldenFiles), { external: ["tooltrim", "tooltrim/*", "node:*"] }),
      );
      return own.folder;
    })();
    return made;
  };
  const bytes = () => listedSizes().tooltrim.browser;
  const slow = toolsFolder("slow");
  const found = [...nodes.slow(slow), ...runtimes.slow(slow)].filter(({ name }) => name.endsWith(", import"));
  return [
    ...found.map(({ name, version, command, missing }) => ({
      name: `npm, ${name.replace(", import", "")}`,
      version,
      bytes,
      async run() {
        if (!command() || missing()) throw notRun("npm run test:consumers installs it");
        const [first, ...args] = command();
        const cwd = await project();
        return JSON.parse(
          await output(first, [...args, "host.mjs"], { cwd, env: { ...process.env, DENO_DIR: join(folder, "deno") } }),
        );
      },
    })),
    { name: "npm, Chromium", bytes, ...inChromium(() => pageOf(project, { folder, goldenFiles })) },
  ];
}

const withFiles = (source, files) => source.replace('"FILES"', JSON.stringify(files));

async function pageOf(project, { folder, goldenFiles }) {
  const source = program(
    (entry) => `import("${entry}")`,
    `await (await fetch("/inputs.json")).json()`,
    (report) => `globalThis.report = ${report};`,
  );
  // Each entry is a chunk: the time of a start is that of loading it.
  await esbuild.build({
    stdin: { contents: withFiles(source, goldenFiles), resolveDir: import.meta.dirname },
    ...{ bundle: true, splitting: true, minify: true, format: "esm", outdir: join(folder, "npm"), entryNames: "host" },
    nodePaths: [join(await project(), "node_modules")],
    logLevel: "error",
  });
  return "npm/host.js";
}

/**
 * A host whose program is a module that leaves its report in `report`; `make` answers its address. Beside it there has to
 * be a page, blank.html.
 */
export function inChromium(make, root = undefined) {
  let version;
  return {
    version: () => version,
    async run() {
      const path = await make();
      const server = await serve(root ?? join(import.meta.dirname, "../../target/hosts"));
      const browser = await launchChromium();
      try {
        version = browser.version();
        const page = await browser.newPage();
        const errors = [];
        page.on("pageerror", (error) => errors.push(error));
        await page.goto(`${server.url}${path.replace(/[^/]*$/, "blank.html")}`);
        await page.addScriptTag({ type: "module", url: `${server.url}${path}` });
        await page.waitForFunction("globalThis.report", undefined, { timeout: 120_000 }).catch((error) => {
          throw errors[0] ?? error;
        });
        return await page.evaluate("report");
      } finally {
        await browser.close();
        server.close();
      }
    },
  };
}
