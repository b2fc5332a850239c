// The docs site with the API reference of both languages and the playground, in target/site: npm run docs
//
//     node scripts/docs.mjs       build, then follow every link; any warning is an error
//     npx vitepress preview docs  look at it
//
// rustdoc and typedoc write the reference, VitePress the rest, from README.md and docs/*.md. The result needs a plain
// file server and no network. It is linked as served at /; DOCS_BASE=/tooltrim/ moves it.

import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createProject } from "../tests/consumers/project.mjs";
import { buildPage } from "../www/site.mjs";
import { entries } from "./build/entries.mjs";
import { root } from "./env.mjs";
import { brokenSiteLinks } from "./lib/links.mjs";
import { project } from "./lib/project.mjs";
import { command } from "./lib/steps.mjs";

/** Types that exported ones mention, and that nobody has to name. A new one is exported by an entry, or listed here. */
const unnamed = [
  ...["CODES", "Keeper", "OfTool", "AnyFunction", "Args", "OwnMode", "Own", "RetrieveProperty", "Described"],
  ...[
    "NarrowMembers",
    "LangChainRetrieve",
    "AgentsRetrieve",
    "VsCodeContribution",
    "VsCodeRetrieve",
    "StandardRetrieveSchema",
  ],
];
const site = join(root, "target/site");
const base = process.env.DOCS_BASE ?? "/";

await step("rustdoc", command("cargo", ["doc", "--no-deps"], { env: { RUSTDOCFLAGS: "-D warnings" } }));
await step("typedoc", typedoc);
await step("vitepress", command("vitepress", ["build", "docs"]));
cpSync(join(root, "target/doc"), join(site, "api/rust"), { recursive: true });
// rustdoc's own pages link to a list of crates; there is one.
writeFileSync(
  join(site, "api/rust/index.html"),
  '<!doctype html><title>tooltrim</title><meta http-equiv="refresh" content="0; url=tooltrim/index.html">\n',
);
cpSync(join(root, "target/typedoc"), join(site, "api/js"), { recursive: true });
await step("playground", () => buildPage(createProject().folder, join(site, "playground")));
await step("links", () => {
  const { found, followed, pages } = brokenSiteLinks(site, base);
  if (found.length > 0) throw new Error(`Links that lead nowhere:\n${found.join("\n")}`);
  console.log(`${followed} links on ${pages} pages`);
});
console.log("docs: built into target/site");

async function step(name, run) {
  const start = performance.now();
  try {
    await run();
  } catch (error) {
    console.error(`docs: ${name} failed: ${error.message}`);
    process.exit(1);
  }
  console.log(`docs: ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function typedoc() {
  const { Application } = await import("typedoc");
  const { repository, version } = project();
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries.map(({ source }) => join(root, source)),
    name: `tooltrim ${version}`,
    readme: "none",
    favicon: join(root, "docs/.vitepress/public/icon.svg"),
    tsconfig: join(root, "tsconfig.json"),
    // `npm test` checks the types.
    skipErrorChecking: true,
    treatWarningsAsErrors: true,
    excludeExternals: true,
    intentionallyNotExported: unnamed,
    excludeInternal: true,
    excludePrivate: true,
    disableGit: true,
    basePath: root,
    sourceLinkTemplate: `${repository}/blob/main/{path}#L{line}`,
    githubPages: false,
    navigationLinks: { Guides: `${base}index.html` },
    hideGenerator: true,
  });
  const converted = await app.convert();
  if (!converted) throw new Error("the sources could not be read, see above");
  app.validate(converted);
  // As users import them, not as the files are called.
  for (const module of converted.children ?? []) {
    const entry = entries.find(({ source }) => module.sources?.[0]?.fullFileName === join(root, source));
    if (entry) module.name = entry.name === "index" ? "tooltrim" : `tooltrim/${entry.name}`;
  }
  await app.generateDocs(converted, join(root, "target/typedoc"));
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("typedoc warns, see above");
}
