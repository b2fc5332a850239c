// Other versions of Node that scripts/bootstrap keeps in the cache.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, versions } from "../env.mjs";

const wanted = versions.NEWER_NODE_VERSION;
const kept = join(cacheFolder, `node-${wanted}`, "bin/node");
const isNew = Number.parseInt(process.versions.node, 10) >= Number.parseInt(wanted, 10);

const lts = join(cacheFolder, `node-${versions.VSCODE_NODE_VERSION}`, "bin/node");

/** The current LTS, in which VS Code runs extensions, too: what starts in README and docs are measured in. Else this Node. */
export const ltsNode = existsSync(lts)
  ? { path: lts, version: versions.VSCODE_NODE_VERSION }
  : { path: process.execPath, version: process.versions.node };

/** The Node that tests with AI SDK 7 run in, this one or a newer one: its path, or undefined if there is none. */
export const newerNode = isNew ? process.execPath : existsSync(kept) ? kept : undefined;

/** For `skip` of a test that needs it. */
export const noNewerNode = newerNode
  ? false
  : `no Node ${wanted.split(".")[0]}: run \`bash scripts/bootstrap --hosts=node\``;
