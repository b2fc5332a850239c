// Pages in Chromium that report what the package does there.

import { chromiumPath, launchChromium } from "../../scripts/lib/chromium.mjs";
import { serve } from "../browser/server.mjs";
import { reportIn } from "./project.mjs";

let browser;

/** The reason why there is no browser, or undefined. */
export const noBrowser = () => (chromiumPath() ? undefined : "no Chromium or Chrome; TOOLTRIM_CHROMIUM can name one");

/** The version of Chromium. */
export async function chromiumVersionNumber() {
  browser ??= await launchChromium();
  return browser.version();
}

/** Opens the address and waits for a line with the report in the console, or for an error. */
export async function reportOf(url) {
  browser ??= await launchChromium();
  const page = await browser.newPage();
  try {
    const said = [];
    const report = new Promise((resolve, reject) => {
      page.on("console", (message) => {
        if (message.text().startsWith("REPORT ")) resolve(reportIn(message.text()));
        else said.push(message.text());
      });
      page.on("pageerror", (error) => reject(new Error(`the page throws: ${error.message}`)));
      page.on("crash", () => reject(new Error("the page crashes")));
      setTimeout(
        () => reject(new Error(`the page says nothing but: ${said.join("; ").slice(0, 500)}`)),
        60_000,
      ).unref();
    });
    await page.goto(url);
    return await report;
  } finally {
    await page.close();
  }
}

/** Serves a folder, and asks one of its pages. */
export async function reportFrom(folder, file) {
  const server = await serve(folder);
  try {
    return await reportOf(server.url + file);
  } finally {
    server.close();
  }
}

/** Closes the browser, if one was started. */
export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}
