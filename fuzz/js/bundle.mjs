// The proxy's modules from the source; what they share comes from the package as it was built.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/env.mjs";
import { bundled } from "../../tests/mcp/bundle.mjs";

const folder = join(root, "target/fuzz");
mkdirSync(folder, { recursive: true });
export const proxy = await bundled(["session", "stats", "lines", "limit/cutter", "json"], {
  outfile: join(folder, `proxy-${process.pid}.mjs`),
  dist: join(root, "pkg/dist"),
});
