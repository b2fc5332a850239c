// Way A: extensions in Node, in VS Code's own server; the browser only shows the window.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWindow } from "./window.mjs";

const patience = 120_000;

export async function startNodeHost({ codeServer, node, extensions, settings, browser, control }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tooltrim-vscode-")));
  const workspace = join(folder, "workspace");
  const user = join(folder, "user");
  for (const made of [workspace, join(folder, "home"), join(user, "User"), join(folder, "extensions")]) {
    mkdirSync(made, { recursive: true });
  }
  const inForce = { "security.workspace.trust.enabled": false, ...settings };
  writeFileSync(join(user, "User/settings.json"), JSON.stringify(inForce));
  for (const extension of extensions) {
    const { publisher, name, version } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
    cpSync(extension, join(folder, "extensions", `${publisher}.${name}-${version}`), { recursive: true });
  }
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  let server = await startServer({ codeServer, node, folder, port: 0 });
  // The same again after a restart: what VS Code stores in the browser belongs to the address.
  const { port } = server;
  const url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`;
  let window = await openWindow(context, url, control.gone).catch(async (error) => {
    await server.end();
    throw error;
  });
  return {
    get page() {
      return window.page;
    },
    said: () => [...window.said, server.said()],
    async restart() {
      await window.close();
      await server.end();
      control.gone();
      server = await startServer({ codeServer, node, folder, port });
      window = await openWindow(context, url, control.gone);
    },
    async close() {
      await window.close();
      await context.close();
      await server.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function startServer({ codeServer, node, folder, port }) {
  const server = spawn(
    node,
    [
      join(codeServer, "lib/vscode/out/server-main.js"),
      "--host=127.0.0.1",
      `--port=${port}`,
      "--without-connection-token",
      "--accept-server-license-terms",
      "--telemetry-level=off",
      "--reconnection-grace-time=5",
      // It ends by itself when the tests were killed: their browser goes with them.
      "--enable-remote-auto-shutdown",
      "--remote-auto-shutdown-without-delay",
      `--user-data-dir=${join(folder, "user")}`,
      `--server-data-dir=${join(folder, "server")}`,
      `--extensions-dir=${join(folder, "extensions")}`,
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        HOME: join(folder, "home"),
        // No gallery: nothing is looked up outside this machine.
        EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "", itemUrl: "", resourceUrlTemplate: "" }),
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own: the server starts others, which go with it.
      detached: true,
    },
  );
  let said = "";
  const ended = new Promise((resolve) => server.once("close", resolve));
  const kill = (signal) => {
    try {
      process.kill(-server.pid, signal);
    } catch {
      // It has ended.
    }
  };
  const killAtExit = () => kill("SIGKILL");
  process.once("exit", killAtExit);
  const listening = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`VS Code's server does not start:\n${said}`)), patience);
    const hear = (chunk) => {
      said = (said + chunk).slice(-20_000);
      const found = /agent listening on (\d+)/.exec(said);
      if (found) resolve(Number(found[1]));
      if (found) clearTimeout(timer);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`VS Code's server ended with ${code}:\n${said}`)));
  });
  const listensAt = await listening.catch((error) => {
    killAtExit();
    throw error;
  });
  return {
    port: listensAt,
    said: () => said,
    async end() {
      kill("SIGTERM");
      const timer = setTimeout(() => kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
      // What it started may ignore the polite signal.
      kill("SIGKILL");
      process.off("exit", killAtExit);
    },
  };
}
