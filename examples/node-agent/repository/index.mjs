// A real repository for the agent to work in, in a temporary folder.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "../settings.mjs";
import { environmentOf } from "../tools/environment.mjs";
import { files } from "./files.mjs";

const run = promisify(execFile);

/**
 * @typedef {object} Repository
 * @property {string} folder
 * @property {() => Promise<void>} remove
 */

/**
 * @param {string} [place] where it stays; what is there already is used. Otherwise a temporary folder
 * @returns {Promise<Repository>}
 */
export async function createRepository(place) {
  if (place && existsSync(join(place, ".git"))) return { folder: await realpath(place), remove: async () => {} };
  const folder = place ? await folderAt(place) : await temporaryFolder();
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
    throw new UserError(reasonOf(/** @type {any} */ (error)));
  }
  return { folder, remove };
}

/** @param {string} place */
async function folderAt(place) {
  await mkdir(place, { recursive: true });
  return realpath(place);
}

async function temporaryFolder() {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), "tooltrim-node-agent-")));
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new UserError(`No folder can be made in ${tmpdir()}: is TMPDIR right, and may you write there? (${message})`);
  }
}

/** @param {NodeJS.ErrnoException & { stderr?: string }} error */
function reasonOf({ code, syscall, stderr, message }) {
  // Files can be missing, too; only the system call tells that it was git.
  if (code === "ENOENT" && syscall === "spawn git")
    return "git is not installed, or not in PATH: the example works in a git repository.";
  return `The repository could not be made: ${stderr?.trim() || message}`;
}
