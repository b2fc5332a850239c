// The VS Codes that scripts/bootstrap put into the cache, for tests/vscode.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, versions } from "../env.mjs";

/** The current one, and the oldest with the final API for language model providers. */
export const vscodes = [versions.CODE_SERVER_VERSION, versions.CODE_SERVER_OLDEST].map((version) => {
  const folder = join(cacheFolder, `code-server-${version}`);
  // code-server 4.X.Y is VS Code 1.X.Y.
  return { version: version.replace(/^4/, "1"), folder, there: existsSync(join(folder, "lib/vscode/out")) };
});
