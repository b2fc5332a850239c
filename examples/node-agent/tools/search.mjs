import { execFile } from "node:child_process";
import { environmentOf } from "./environment.mjs";
import { within } from "./paths.mjs";

/**
 * Lines that match, as `path:line:text`.
 *
 * @param {string} folder
 * @param {{ pattern: string, path?: string | null }} input `pattern` is an extended regular expression
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>}
 */
export async function search(folder, { pattern, path }, signal) {
  if (pattern.includes("\0")) throw new Error("a pattern cannot hold a NUL character");
  const place = await within(folder, path ?? ".");
  // git knows what is ignored, and no pattern of a model can hang it as it could hang our own process.
  const args = ["grep", "--untracked", "--line-number", "-I", "--extended-regexp", "-e", pattern, "--", place];
  const options = { cwd: folder, env: environmentOf(folder), timeout: 20_000, maxBuffer: 16 << 20, signal };
  return new Promise((done, refuse) => {
    execFile("git", args, options, (error, found, complaint) => {
      if (!error) done(found);
      else if (error.code === 1) done(`No line matches ${pattern}`);
      else refuse(new Error(complaint.trim() || error.message));
    });
  });
}
