// VS Code's own files, served as they are: a workbench without a server behind it, whose extensions run in a web
// worker.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join, normalize, sep } from "node:path";

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

// Meant for a workbench that talks to code-server's server. Without one there is no remote: a workbench that knows of
// one waits for it, and user data must be kept in the browser.
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

function workbenchPage(out, configuration) {
  const values = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
    WORKBENCH_WEB_BASE_URL: "",
    WORKBENCH_NLS_FALLBACK_URL: "/out/nls.messages.js",
    WORKBENCH_NLS_URL: "/out/nls.messages.js",
  };
  return readFileSync(join(out, workbench, "workbench.html"), "utf8").replace(
    /{{(\w+)}}/g,
    (_, key) => values[key] ?? "",
  );
}

/**
 * Serves the VS Code of an unpacked code-server, and folders of extensions, on a free port of this machine.
 * `settings` are what is in force before an extension starts. Returns `{ url, close() }`.
 */
export async function serveWorkbench({ codeServer, extensions, settings = {} }) {
  const out = join(codeServer, "lib/vscode/out");
  const script = workbenchScript(out);
  const folders = { "/out/": out };
  for (const [at, extension] of extensions.entries()) folders[`/extensions/${at}-${basename(extension)}/`] = extension;
  const configuration = (authority) => ({
    userDataPath: "/user",
    isEnabledFileDownloads: false,
    isEnabledFileUploads: false,
    isEnabledCoderGettingStarted: false,
    webviewEndpoint: `http://${authority}/out/vs/workbench/contrib/webview/browser/pre/`,
    configurationDefaults: settings,
    additionalBuiltinExtensions: Object.keys(folders)
      .slice(1)
      .map((path) => ({ scheme: "http", authority, path: path.slice(0, -1) })),
  });
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const send = (type, body) => response.writeHead(200, { "Content-Type": type }).end(body);
    if (path === "/") return send("text/html", workbenchPage(out, configuration(request.headers.host)));
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
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
