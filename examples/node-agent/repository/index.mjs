// A real repository for the agent to work in, in a temporary folder.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { environmentOf } from "../tools/environment.mjs";
import { files } from "./files.mjs";

const run = promisify(execFile);

/**
 * @typedef {object} Repository
 * @property {string} folder
 * @property {() => Promise<void>} remove
 */

/** @returns {Promise<Repository>} */
export async function createRepository() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tooltrim-node-agent-")));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    for (const [path, text] of files()) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const git = (/** @type {string[]} */ ...args) => run("git", args, { cwd: folder, env: environmentOf(folder) });
    await git("init", "--quiet", "--initial-branch=main");
    await git("add", ".");
    await git("commit", "--quiet", "--message", "A small shop");
  } catch (error) {
    await remove();
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT")
      throw new Error("git is not installed", { cause: error });
    throw error;
  }
  return { folder, remove };
}
