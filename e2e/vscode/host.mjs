// VS Code in a headless Chromium with one extension in its web worker host, which tells what it finds in its console.
// Nothing is reached outside this machine.
import { launchChromium } from "../../scripts/lib/chromium.mjs";
import { serveWorkbench } from "./hosts/files.mjs";

const timeout = 180_000;

/**
 * Starts VS Code with the extension, and puts together what the extension writes to its console in lines of `prefix`
 * and a JSON object, until one of them is `{ done: true }`. `codeServer` is the folder of the unpacked package;
 * `extension` one with package.json and what it names.
 */
export async function runInVscode({ codeServer, extension, prefix }) {
  const files = await serveWorkbench({ codeServer, extensions: [extension] });
  let browser;
  try {
    browser = await launchChromium();
    const page = await browser.newPage();
    const result = await listen(page, prefix, () => page.goto(files.url, { timeout }));
    return { ...result, browser: `Chromium ${browser.version().split(".")[0]}` };
  } finally {
    await browser?.close();
    await files.close();
  }
}

function listen(page, prefix, begin) {
  const result = {};
  const other = [];
  return new Promise((resolve, reject) => {
    const late = () => {
      const parts = Object.keys(result).join(", ") || "nothing";
      end(reject, new Error(`After ${timeout / 1000} s it has told ${parts}. The console said:\n${other.join("\n")}`));
    };
    const timer = setTimeout(late, timeout);
    const end = (settle, value) => {
      clearTimeout(timer);
      settle(value);
    };
    // A browser that is stopped from outside closes the page.
    for (const event of ["crash", "close"]) page.on(event, () => end(reject, new Error(`The page: ${event}`)));
    page.on("pageerror", (error) => other.push(`${error}`));
    page.on("console", (message) => {
      const text = message.text();
      // VS Code puts the name of the host before the line, and colours after it.
      const start = text.indexOf(prefix);
      if (start < 0) return other.push(text.slice(0, 500));
      Object.assign(result, JSON.parse(text.slice(start + prefix.length, text.lastIndexOf("}") + 1)));
      if (result.done) end(resolve, result);
    });
    begin().catch((error) => end(reject, error));
  });
}
