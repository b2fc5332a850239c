// The VS Codes that scripts/bootstrap put into the cache, for e2e/vscode.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, versions } from "../env.mjs";

/** The current one, and the oldest with the final API for language model providers. */
export const vscodes = [versions.CODE_SERVER_VERSION, versions.CODE_SERVER_OLDEST].map((version) => {
  const folder = join(cacheFolder, `code-server-${version}`);
  // code-server 4.X.Y is VS Code 1.X.Y.
  return { version: version.replace(/^4/, "1"), folder, there: existsSync(join(folder, "lib/vscode/out")) };
});

/** What starts the current one's server, which runs extensions in Node: `{ codeServer, node }`, or undefined. */
export const nodeHost = findNodeHost();

function findNodeHost() {
  const [{ folder, there }] = vscodes;
  const wanted = versions.VSCODE_NODE_VERSION;
  // As vscode_node_ready in scripts/lib/vscode-server.sh: our own, if it is one of those.
  const isOurs = process.versions.node.split(".")[0] === wanted.split(".")[0];
  const node = isOurs ? process.execPath : join(cacheFolder, `node-${wanted}`, "bin/node");
  const ready = there && existsSync(join(folder, "lib/vscode/node_modules")) && existsSync(node);
  return ready ? { codeServer: folder, node } : undefined;
}
