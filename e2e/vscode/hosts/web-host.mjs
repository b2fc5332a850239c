// Way B: extensions in a web worker of the browser, no server but one for files.
import { serveWorkbench } from "./files.mjs";
import { openWindow } from "./window.mjs";

export async function startWebHost({ codeServer, extensions, settings, browser, control }) {
  const files = await serveWorkbench({ codeServer, extensions, settings });
  // What VS Code stores is in the browser: one context is one profile.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const window = await openWindow(context, files.url, control.gone).catch(async (error) => {
    await files.close();
    throw error;
  });
  return {
    get page() {
      return window.page;
    },
    said: () => window.said,
    async restart() {
      // As a user does it: a window that is only shut would not write what VS Code still holds of an extension's state.
      const loaded = window.page.waitForEvent("domcontentloaded");
      control.run("command", { id: "workbench.action.reloadWindow", wait: false }).catch(() => {});
      await loaded;
      control.gone();
    },
    async close() {
      await window.close();
      await context.close();
      await files.close();
    },
  };
}
