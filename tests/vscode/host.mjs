// VS Code itself in a headless Chromium, with one extension in its web worker extension host. The files are those of
// code-server, served as they are: the server of code-server does not run, and nothing is reached outside this machine.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { launchChromium } from "../../scripts/lib/chromium.mjs";

const timeout = 180_000;
const types = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};
const workbench = "vs/code/browser/workbench";

// Meant for a workbench that talks to code-server's server. Without one there is no remote: a workbench that knows of one
// waits for it, and user data must be kept in the browser.
const replacements = [
  [/,remoteAuthority:location\.host\}/, "}"],
  [/(file\(this\.userDataPath\)\.with\(\{scheme:)\w+\.vscodeRemote\}/, '$1"vscode-userdata"}'],
];

function workbenchScript(out) {
  let script = readFileSync(join(out, workbench, "workbench.js"), "utf8");
  for (const [found, replacement] of replacements) {
    if (!found.test(script)) throw new Error(`This workbench.js has no ${found}`);
    script = script.replace(found, replacement);
  }
  return script;
}

function workbenchPage(out, authority) {
  const configuration = {
    userDataPath: "/user",
    isEnabledFileDownloads: false,
    isEnabledFileUploads: false,
    isEnabledCoderGettingStarted: false,
    additionalBuiltinExtensions: [{ scheme: "http", authority, path: "/extension" }],
  };
  const values = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll('"', "&quot;"),
    WORKBENCH_WEB_BASE_URL: "",
    WORKBENCH_NLS_FALLBACK_URL: "/out/nls.messages.js",
    WORKBENCH_NLS_URL: "/out/nls.messages.js",
  };
  return readFileSync(join(out, workbench, "workbench.html"), "utf8").replace(
    /{{(\w+)}}/g,
    (_, key) => values[key] ?? "",
  );
}

/** Serves VS Code and the extension on a free port of this machine. */
async function serve(out, extension) {
  const script = workbenchScript(out);
  const folders = { "/out/": out, "/extension/": extension };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const send = (type, body) => response.writeHead(200, { "Content-Type": type }).end(body);
    if (path === "/") return send("text/html", workbenchPage(out, request.headers.host));
    if (path === `/out/${workbench}/workbench.js`) return send("text/javascript", script);
    const prefix = Object.keys(folders).find((start) => path.startsWith(start));
    const file = prefix && normalize(join(folders[prefix], path.slice(prefix.length)));
    if (!file?.startsWith(folders[prefix] + sep) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      return response.writeHead(404).end();
    }
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

/**
 * Starts VS Code with the extension, and puts together what the extension writes to its console in lines of `prefix` and
 * a JSON object, until one of them is `{ done: true }`.
 * `codeServer` is the folder of the unpacked package; `extension` one with package.json and what it names.
 */
export async function runInVscode({ codeServer, extension, prefix }) {
  const { server, url } = await serve(join(codeServer, "lib/vscode/out"), extension);
  let browser;
  try {
    browser = await launchChromium();
    const page = await browser.newPage();
    const result = await listen(page, prefix, () => page.goto(url, { timeout }));
    return { ...result, browser: `Chromium ${browser.version().split(".")[0]}` };
  } finally {
    await browser?.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
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
