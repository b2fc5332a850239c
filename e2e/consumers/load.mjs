// Modules of the tools, which are not in reach of this folder.

import { createRequire } from "node:module";
import { join } from "node:path";

/** What `require` gives of a tool. */
export const load = (tools, name) => createRequire(join(tools, "package.json"))(name);

/** The path of one of its files, exported or not. */
export const toolPath = (tools, file) => join(tools, "node_modules", file);
