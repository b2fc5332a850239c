// Draws what trimming keeps of the examples, from real runs of the built package, as SVG.
//
//     npm run pictures                        writes docs/pictures
//     node scripts/pictures.mjs --check       says which of them are not what would be drawn now

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./env.mjs";
import { cleanPicture } from "./pictures/clean.mjs";
import { rescuePicture } from "./pictures/rescue.mjs";
import { layersPicture } from "./pictures/values.mjs";
import { jsonPicture } from "./pictures/values-total.mjs";

const folder = "docs/pictures";
const largestBytes = 150_000;

const example = (name) => readFileSync(join(root, "examples/data", name), "utf8");

/** Lines of the examples that a person would have looked for: whatever is kept, these are drawn in red. */
const pictures = [
  {
    file: "rescue-build.svg",
    draw: (library) =>
      rescuePicture(library, {
        name: "build.log",
        text: example("build.log"),
        maxChars: 2000,
        failures: /COMPILATION ERROR|incompatible types|\. FAILURE|BUILD FAILURE|Failed to execute goal|^ERROR: job/,
      }),
  },
  {
    file: "rescue-tests.svg",
    draw: (library) =>
      rescuePicture(library, {
        name: "failing-tests.txt",
        text: example("failing-tests.txt"),
        maxChars: 3000,
        failures: /^ × |^ {3}→ |^ FAIL |^\w*Error: |^ +(?:Test Files|Tests) +\d+ failed/,
      }),
  },
  {
    file: "clean-terminal.svg",
    draw: (library) =>
      cleanPicture(library, {
        name: "terminal.txt",
        text: example("terminal.txt"),
        maxChars: 2000,
        failures: /^ {2}✗ |^error: |^rolled back|^not released|^make: \*\*\*/,
      }),
  },
  {
    file: "values-layers.svg",
    draw: (library) => layersPicture(library, { name: "api-report.json", text: example("api-report.json") }),
  },
  {
    file: "values-json.svg",
    draw: (library) =>
      jsonPicture(library, { name: "api-search.json", text: example("api-search.json"), maxBytes: 1600 }),
  },
];

/** Each picture as `{ path, svg }`, the path within the repository. */
export async function drawPictures() {
  const library = await import("tooltrim");
  return pictures.map(({ file, draw }) => {
    const svg = draw(library);
    const bytes = Buffer.byteLength(svg);
    if (bytes > largestBytes) throw new Error(`${file} takes ${bytes} bytes, more than ${largestBytes}`);
    return { path: `${folder}/${file}`, svg };
  });
}

/** Which pictures are not what would be drawn now. */
export async function stalePictures() {
  const written = (path) => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch {
      return undefined;
    }
  };
  return (await drawPictures()).filter(({ path, svg }) => written(path) !== svg).map(({ path }) => path);
}

async function main([argument, ...others]) {
  if ((argument !== undefined && argument !== "--check") || others.length > 0) {
    console.error(`pictures: unknown argument ${others[0] ?? argument}\nUsage: node scripts/pictures.mjs [--check]`);
    process.exitCode = 2;
  } else if (argument === "--check") {
    const stale = await stalePictures();
    if (stale.length > 0) console.error(`Not as they would be drawn now: ${stale.join(", ")}; run npm run pictures`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    mkdirSync(join(root, folder), { recursive: true });
    for (const { path, svg } of await drawPictures()) {
      writeFileSync(join(root, path), svg);
      console.log(`${path}: ${Buffer.byteLength(svg)} bytes`);
    }
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
