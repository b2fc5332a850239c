// The VS Codes of this machine with their extension hosts, and how a test starts one.
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath, launchChromium } from "../../../scripts/lib/chromium.mjs";
import { nodeHost, vscodes } from "../../../scripts/lib/vscode.mjs";
import { startControl } from "./control.mjs";
import { startNodeHost } from "./node-host.mjs";
import { startWebHost } from "./web-host.mjs";

const missing = "not installed; see scripts/bootstrap";
const blind = !chromiumPath() && "no Chromium; see scripts/bootstrap";
const [current] = vscodes;

/** `{ name, version, inWorker, skip, start }`; a reason to skip says what is missing. */
export const hosts = [
  ...vscodes.map(({ version, folder, there }) => ({
    name: `VS Code ${version}, web worker`,
    version,
    inWorker: true,
    skip: blind || (!there && missing),
    start: (options) => startWebHost({ codeServer: folder, ...options }),
  })),
  {
    name: `VS Code ${current.version}, Node`,
    version: current.version,
    inWorker: false,
    skip: blind || (!nodeHost && missing),
    start: (options) => startNodeHost({ ...nodeHost, ...options }),
  },
];

/**
 * Starts a host with the driver and other extensions (their folders). The answer has `run(command, argument)` of the
 * driver, `page` (playwright's), `restart()` and `close()`.
 */
export async function startHost(host, { driver, extensions, settings = {} }) {
  const control = await startControl();
  // A copy: the address of the control differs for each host.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tooltrim-driver-")));
  cpSync(driver, folder, { recursive: true });
  writeFileSync(join(folder, "control.json"), JSON.stringify({ url: control.url }));
  const browser = await launchChromium();
  const clean = async () => {
    await browser.close();
    await control.close();
    rmSync(folder, { recursive: true, force: true });
  };
  let inside;
  try {
    inside = await host.start({ extensions: [...extensions, folder], settings, browser, control });
    const about = await control.ready().catch((error) => {
      throw new Error(`${error.message}\n${inside.said().slice(-40).join("\n")}`);
    });
    return {
      about: { ...about, browser: `Chromium ${browser.version().split(".")[0]}` },
      get page() {
        return inside.page;
      },
      run: control.run,
      said: inside.said,
      async restart() {
        await inside.restart();
        await control.ready();
      },
      async close() {
        await inside.close();
        await clean();
      },
    };
  } catch (error) {
    // What is left running would keep the tests from ending.
    await inside?.close();
    await clean();
    throw error;
  }
}
