import { readFile, writeFile } from "node:fs/promises";
import { within } from "./paths.mjs";

/**
 * @param {string} folder
 * @param {{ path: string, startLine?: number, endLine?: number }} input
 */
export async function read(folder, { path, startLine, endLine }) {
  const text = await readFile(await within(folder, path), "utf8");
  if (startLine === undefined && endLine === undefined) return text;
  const lines = text.split("\n").slice(Math.max(0, (startLine ?? 1) - 1), endLine);
  if (lines.length === 0) throw new Error(`${path} has no line ${startLine}`);
  return lines.join("\n");
}

/**
 * @param {string} folder
 * @param {{ path: string, oldText: string, newText: string }} input
 */
export async function edit(folder, { path, oldText, newText }) {
  const place = await within(folder, path);
  const text = await readFile(place, "utf8");
  const count = oldText === "" ? 0 : text.split(oldText).length - 1;
  if (count !== 1) {
    const reason =
      count === 0 ? "is not in the file, white space included" : `is there ${count} times; take more of its lines`;
    throw new Error(`${path} was not changed: oldText ${reason}`);
  }
  // A function, since "$&" in a text would mean something.
  await writeFile(
    place,
    text.replace(oldText, () => newText),
  );
  return `Changed ${path}`;
}
