import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The place of a path of the model; it cannot leave the folder, through a link neither. What git keeps for itself is
 * closed as well: who can write there can have commands run.
 *
 * @param {string} folder
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function within(folder, path) {
  if (path.includes("\0")) throw new Error("a path cannot hold a NUL character");
  const asked = resolve(folder, path);
  if (isOutside(folder, asked)) throw new Error(`${path} is outside the repository`);
  const real = await realpath(asked).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    throw new Error(`${path} ${reasonOf(error)}`);
  });
  if (isOutside(folder, real)) throw new Error(`${path} leads out of the repository`);
  for (const place of [asked, real]) {
    if (partsOf(folder, place).some((part) => part.toLowerCase() === ".git"))
      throw new Error(`${path} belongs to git; the shell has its commands`);
  }
  return real;
}

/** What the system said, without the place in the temporary folder. @param {NodeJS.ErrnoException} error */
export function reasonOf({ code, message }) {
  if (code === "ENOENT") return "does not exist";
  if (code === "ENOTDIR") return "does not exist: a part of it is a file, and no folder";
  if (code === "EISDIR") return "is a folder, and no file";
  if (code === "ENAMETOOLONG") return "does not exist: it is too long for a path";
  if (code === "ELOOP") return "is a link that leads to itself";
  if (code === "EACCES" || code === "EPERM") return "is not open to this user";
  return `cannot be used: ${code ?? message}`;
}

/** @param {string} folder @param {string} place */
function isOutside(folder, place) {
  // On Windows another drive has no relative path.
  return isAbsolute(relative(folder, place)) || partsOf(folder, place)[0] === "..";
}

/** @param {string} folder @param {string} place */
const partsOf = (folder, place) => relative(folder, place).split(sep);
