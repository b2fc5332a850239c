// The page on this machine.
//
//     npm run playground                a server that follows changes
//     npm run playground -- --build     the files to publish, in target/www/page

import { join } from "node:path";
import { root } from "../scripts/env.mjs";
import { createProject } from "../tests/consumers/project.mjs";
import { buildPage, servePage } from "./site.mjs";

const unknown = process.argv.slice(2).find((argument) => argument !== "--build");
if (unknown) {
  console.error(`playground: unknown argument ${unknown}\nUsage: npm run playground [-- --build]`);
  process.exit(2);
}

// The temporary project is removed at the exit, which a signal alone would not be.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit());
const project = createProject();
if (process.argv.includes("--build")) {
  const folder = join(root, "target/www/page");
  await buildPage(project.folder, folder);
  console.log(`playground: built into ${folder}`);
} else {
  console.log(
    `playground: ${await servePage(project.folder)} (Ctrl+C ends it; after changes of the package, start again)`,
  );
}
