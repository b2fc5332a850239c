import { readFile, writeFile } from "node:fs/promises";
import { reasonOf, within } from "./paths.mjs";

/**
 * @param {string} folder
 * @param {{ path: string, startLine?: number | null, endLine?: number | null }} input
 */
export async function read(folder, { path, startLine, endLine }) {
  const first = startLine ?? 1;
  const text = await textOf(await within(folder, path), path);
  // Some models fill in null where they want nothing.
  if (!startLine && !endLine) return text;
  const lines = text.split("\n").slice(Math.max(0, first - 1), endLine ?? undefined);
  if (lines.length === 0) throw new Error(`${path} has no line ${first}`);
  return lines.join("\n");
}

/**
 * @param {string} folder
 * @param {{ path: string, oldText: string, newText: string }} input
 */
export async function edit(folder, { path, oldText, newText }) {
  const place = await within(folder, path);
  const text = await textOf(place, path);
  const count = text.split(oldText).length - 1;
  if (count !== 1) {
    const reason =
      count === 0 ? "is not in the file, white space included" : `is there ${count} times; take more of its lines`;
    throw new Error(`${path} was not changed: oldText ${reason}`);
  }
  // A function, since "$&" in a text would mean something.
  const changed = text.replace(oldText, () => newText);
  await writeFile(place, changed).catch((error) => {
    throw new Error(`${path} ${reasonOf(error)}`);
  });
  return `Changed ${path}`;
}

/** @param {string} place @param {string} path as the model named it */
async function textOf(place, path) {
  try {
    return await readFile(place, "utf8");
  } catch (error) {
    throw new Error(`${path} ${reasonOf(/** @type {NodeJS.ErrnoException} */ (error))}`);
  }
}
