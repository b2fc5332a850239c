// A window of VS Code in the browser, and what is done in it by hand.

const timeout = 180_000;

/** Opens VS Code at `url`, and waits for its first picture. `lost` is told when the page ends by itself. */
export async function openWindow(context, url, lost) {
  const page = await context.newPage();
  const said = [];
  let closing = false;
  page.setDefaultTimeout(timeout);
  page.on("pageerror", (error) => said.push(`${error}`));
  page.on("console", (message) => said.push(message.text().slice(0, 500)));
  for (const event of ["crash", "close"]) {
    page.on(
      event,
      () => closing || lost(new Error(`The page: ${event}. Its console said:\n${said.slice(-40).join("\n")}`)),
    );
  }
  await page.goto(url, { timeout });
  await page.waitForSelector(".monaco-workbench");
  return {
    page,
    said,
    async close() {
      closing = true;
      await page.close();
    },
  };
}

/** Types into the input box that VS Code shows, and accepts. */
export async function answerInputBox(page, text) {
  const box = page.locator(".quick-input-widget:visible input");
  await box.waitFor();
  await box.fill(text);
  await box.press("Enter");
}
