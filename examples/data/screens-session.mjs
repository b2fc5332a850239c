// Writes screens-session.json: a session with pictures of the screen, in OpenAI's Responses format, that broke off in the
// middle of a call. The shop, its files and its screens are invented.
//
//     node examples/data/screens-session.mjs

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { crc32, deflateSync } from "node:zlib";

/** A PNG of 8-bit colours from rectangles `[x, y, width, height, [r, g, b]]`, drawn one over the other. */
function png(width, height, rectangles) {
  const rows = Buffer.alloc((width * 3 + 1) * height, 0xff);
  for (let y = 0; y < height; y += 1) rows[y * (width * 3 + 1)] = 0;
  for (const [left, top, wide, high, color] of rectangles) {
    for (let y = top; y < Math.min(top + high, height); y += 1) {
      for (let x = left; x < Math.min(left + wide, width); x += 1) rows.set(color, y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const [ink, line, blue, grey] = [
  [28, 32, 36],
  [220, 221, 216],
  [61, 143, 181],
  [235, 236, 232],
];

/** The shop at 375 pixels: a header of that height over cards, the first of which begins at `top`. */
function screen(header, top) {
  const cards = Array.from({ length: 12 }, (_, at) => {
    const [x, y] = [12 + (at % 2) * 180, top + Math.floor(at / 2) * 210];
    const lines = Array.from({ length: 5 }, (_unused, row) => [
      x + 10,
      y + 130 + row * 12,
      40 + ((at * 37 + row * 53) % 100),
      6,
      ink,
    ]);
    const photo = Array.from({ length: 22 }, (_unused, row) => [
      x + 10,
      y + 10 + row * 5,
      150,
      5,
      [90 + row * 6, 120 + ((at * 40) % 90), 180 - row * 4],
    ]);
    return [[x, y, 170, 200, grey], ...photo, ...lines, [x + 10, y + 185, 60, 8, blue]];
  });
  return png(375, 812, [
    ...cards.flat(),
    [0, 0, 375, header, blue],
    [16, 16, 90, 18, [255, 255, 255]],
    [0, header, 375, 1, line],
  ]);
}

const css = (padding, extra = "") => `/* The shop's frame. */
.header {
  position: fixed;
  inset: 0 0 auto;
  z-index: 10;
  padding: 1rem;
  background: var(--brand);
}
${extra}
.products {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr));
  gap: 0.75rem;
  padding: ${padding} 0.75rem 0.75rem;
}
${Array.from(
  { length: 40 },
  (_, at) => `
.product:nth-child(${at + 1}) .badge {
  inset-inline-start: ${(at % 5) * 0.25}rem;
  color: var(--badge-${at % 4});
}`,
).join("")}
`;

const items = [];
let made = 0;
const user = (text) => items.push({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const say = (text) => items.push({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
const use = (name, args, output) => {
  made += 1;
  const call_id = `call_${String(made).padStart(2, "0")}`;
  items.push({ type: "function_call", call_id, name, arguments: JSON.stringify(args) });
  if (output !== undefined) items.push({ type: "function_call_output", call_id, output });
};
const look = (page, header, top) =>
  use("screenshot", { url: `http://localhost:5173${page}`, width: 375 }, [
    { type: "input_image", image_url: `data:image/png;base64,${screen(header, top).toString("base64")}` },
  ]);
const read = (path, text) => use("read_file", { path }, text);
const edit = (path, oldText, newText, output = `Edited ${path}`) =>
  use("edit_file", { path, old: oldText, new: newText }, output);
const files = [
  "index.html",
  "src/main.ts",
  "src/header.ts",
  "src/styles/frame.css",
  "src/styles/brand.css",
  "e2e/phone.spec.ts",
];
const failure = `Running 14 tests using 2 workers\n
${Array.from({ length: 13 }, (_, at) => `  ✓  ${at + 1} e2e/phone.spec.ts:${12 + at * 9} › products › card ${at + 1} can be tapped (${200 + at * 13}ms)`).join("\n")}
  ✘  14 e2e/phone.spec.ts:140 › products › the first card is below the header (1.2s)

    Error: expect(received).toBeGreaterThanOrEqual(expected)
    Expected: >= 96
    Received:    64
      at e2e/phone.spec.ts:146:32

  1 failed
  13 passed (9.8s)
Process exited with code 1`;
const passed =
  failure.slice(0, failure.indexOf("  ✘")) +
  "  ✓  14 e2e/phone.spec.ts:140 › products › the first card is below the header (310ms)\n\n  14 passed (8.1s)";

user(
  "On phones the header covers the first row of products, see the screenshot in the ticket. Please fix it, with a test.",
);
say("I will look at the page on a phone's width first.");
look("/", 96, 64);
use("list_files", { path: "." }, files.join("\n"));
use(
  "grep",
  { pattern: "padding|position: fixed", path: "src" },
  `src/styles/frame.css:3:  position: fixed;\nsrc/styles/frame.css:6:  padding: 1rem;\nsrc/styles/frame.css:14:  padding: 4rem 0.75rem 0.75rem;`,
);
read("src/styles/frame.css", css("4rem"));
read(
  "src/header.ts",
  `export function header(root: HTMLElement) {\n${'  root.append(link("/", "Shop"), search(), cart());\n'.repeat(25)}}\n`,
);
use("bash", { command: "npx playwright test e2e/phone.spec.ts" }, failure);
edit("src/styles/frame.css", "padding: 4rem 0.75rem 0.75rem;", "padding: 6rem 0.75rem 0.75rem;");
look("/", 96, 96);
use("bash", { command: "npx playwright test e2e/phone.spec.ts" }, passed);
user("Better. But with a notice in the header it is covered again. Can it follow the header's height?");
look("/?notice=1", 140, 96);
read("src/styles/frame.css", css("6rem"));
edit(
  "src/styles/frame.css",
  "position: absolute;",
  "position: sticky;",
  "Error: the text to replace was not found in src/styles/frame.css",
);
read("src/styles/frame.css", css("6rem"));
edit("src/styles/frame.css", "position: fixed;", "position: sticky;");
look("/?notice=1", 140, 152);
look("/", 96, 108);
use("bash", { command: "npx playwright test" }, passed.replaceAll("14", "52").repeat(3));
use(
  "bash",
  { command: "npx stylelint src" },
  'src/styles/frame.css\n  14:12  ✖  Unexpected unit "rem"  unit-disallowed-list\n\n1 problem (1 error, 0 warnings)\nProcess exited with code 2',
);
// The harness lost a call: its output is there, the call is not.
items.push({ type: "function_call_output", call_id: "call_lost", output: "On branch phone-header\nnothing to commit" });
user("The notice has a shadow now that it did not have before.");
look("/?notice=1", 140, 152);
read(
  "src/styles/brand.css",
  Array.from({ length: 60 }, (_, at) => `:root { --brand-${at}: oklch(${40 + at * 0.5}% 0.1 ${at * 6}); }`).join("\n"),
);
// Here the session broke off.
use("bash", { command: "npx playwright test --update-snapshots" });

export const screensSession = { model: "any", input: items };

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = new URL("screens-session.json", import.meta.url);
  writeFileSync(file, `${JSON.stringify(screensSession, undefined, 1)}\n`);
}
