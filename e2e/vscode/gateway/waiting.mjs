// What a test waits for, and what it may expect of a host.

/** VS Code 1.104 does not tell a provider that its request was cancelled. */
export const cancels = ({ version }) => Number(version.split(".")[1]) > 104;

/** The page of the report, which VS Code keeps in frames of its own. */
export async function reportFrame(page) {
  let found;
  await waitFor(async () => {
    for (const frame of page.frames()) {
      const text = await frame.evaluate(() => document.querySelector("h1")?.textContent).catch(() => undefined);
      if (text?.includes("Context of conversations")) found = frame;
    }
    return found !== undefined;
  });
  return found;
}

export async function waitFor(condition) {
  const start = Date.now();
  while (!(await condition())) {
    if (Date.now() - start > 60_000) throw new Error(`not after 60 s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
