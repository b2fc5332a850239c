// Adds the service worker to a build: which files it keeps is known when they all are.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const source = new URL("worker.js", import.meta.url);

export const offline = {
  name: "offline",
  apply: "build",
  // Behind the copies of public/ and the page itself.
  writeBundle: {
    sequential: true,
    order: "post",
    handler({ dir }) {
      writeFileSync(join(dir, "offline.js"), workerFor(dir));
    },
  },
};

function workerFor(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "offline.js")
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  // A server gives the page for its folder.
  const names = files.map((file) => (file === "index.html" ? "./" : file));
  return readFileSync(source, "utf8")
    .replace("/* files */ []", () => JSON.stringify(names))
    .replace('/* version */ ""', () => JSON.stringify(hash.digest("hex").slice(0, 16)));
}
