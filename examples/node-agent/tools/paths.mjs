import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";

/**
 * The place of a path of the model; it cannot leave the folder, through a link neither.
 *
 * @param {string} folder
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function within(folder, path) {
  const asked = resolve(folder, path);
  if (isOutside(folder, asked)) throw new Error(`${path} is outside the repository`);
  const real = await realpath(asked).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === "ENOENT") throw new Error(`${path} does not exist`);
    throw error;
  });
  if (isOutside(folder, real)) throw new Error(`${path} leads out of the repository`);
  return real;
}

/** @param {string} folder @param {string} place */
function isOutside(folder, place) {
  const path = relative(folder, place);
  return path.startsWith("..") || isAbsolute(path);
}
