// Files: dropped, opened, not UTF-8, CRLF, and large ones.
import assert from "node:assert/strict";
import {
  copied,
  drop,
  forLogs,
  pageTest,
  paste,
  pick,
  pressPaste,
  set,
  shownResult,
  shownSizes,
  shows,
  textOf,
  tooltrim,
} from "./site.mjs";

pageTest("a dropped file is trimmed by its bytes, CRLF and a byte order mark included", {}, async (page) => {
  const text = `\ufeff${"one line of 漢字\r\n".repeat(600)}`;
  await drop(page, "crlf.log", new TextEncoder().encode(text));
  await shows(page, "#input-name", /^crlf\.log, 12 kB$/);
  // Cleaning would make LF of CRLF.
  await set(page, { clean: false });
  const { text: expected } = tooltrim.trim(text, { maxChars: 4000, rescue: true });
  assert.equal(await shownResult(page), expected);
  assert.equal(await copied(page), expected);
  await shows(page, "#input-message", /CRLF, which is kept/);
  // Editing changes nothing but what is typed, and a line break is one as the others.
  await page.getByLabel("Text of the input").press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("end");
  assert.equal(await textOf(page, "input-view"), `${text}\r\nend`);
});

pageTest("bytes that are not UTF-8 are replaced as by the package", {}, async (page) => {
  const line = [0x66, 0xfc, 0x72, 0x20, 0xe2, 0x82, 0x20, 0xff, 0x0a];
  const bytes = Uint8Array.from({ length: 9000 }, (_, at) => line[at % line.length]);
  await drop(page, "latin-1.txt", bytes);
  await shows(page, "#input-message", /not UTF-8/);
  await set(page, { rescue: false, clean: false });
  const options = { maxChars: 4000, rescue: false, decode: "replace" };
  assert.equal(await shownResult(page), tooltrim.trim(bytes, options).text);
  assert.match(
    await page.locator("#code").textContent(),
    /trim\(bytes, \{ maxChars: 4000, rescue: false, decode: "replace" \}\)/,
  );
});

pageTest("an opened file of a small text can be edited", {}, async (page) => {
  await pick(page, "small.txt", Buffer.from("a small file\n"));
  await shows(page, "#input-name", /^small\.txt, 13 bytes$/);
  await page.getByLabel("Text of the input").press("ControlOrMeta+End");
  await page.keyboard.type("and more");
  assert.equal(await shownResult(page), "a small file\nand more");
  await page.getByRole("button", { name: "Clear" }).click();
  await shows(page, "#summary", /^Nothing to trim yet\.$/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "input-view");
});

pageTest("pasted CRLF stays, inside a text as well", {}, async (page) => {
  await paste(page, "one\r\ntwo\r\n");
  await shows(page, "#input-message", /CRLF/);
  await set(page, { clean: false });
  assert.equal(await shownResult(page), "one\r\ntwo\r\n");
  await pressPaste(page, "three\r\n");
  assert.equal(await shownResult(page), "one\r\ntwo\r\nthree\r\n");
});

pageTest("what is pasted or dropped outside the editor is the new input", {}, async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText("from the clipboard\n"));
  await page.locator("#result-title").click();
  await page.keyboard.press("ControlOrMeta+V");
  assert.equal(await shownResult(page), "from the clipboard\n");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "a dropped text\n");
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await shows(page, "#sizes", /^chars15/);
  assert.equal(await shownResult(page), "a dropped text\n");
});

const line = "step 12 of the build: Ümlaut, 漢字 and 🚀, done in 0.31 s\n";
const large = line.repeat(Math.ceil(20_000_000 / Buffer.byteLength(line)));
/** Far more than that cannot be laid out at once. */
const mostDisplayed = 250_000;

pageTest("20 MB are trimmed whole, displayed in part, and the page goes on working", {}, async (page) => {
  await pick(page, "large.log", Buffer.from(large));
  await shows(page, "#input-name", /^large\.log, 20 MB$/);
  // At once, while the input is still being measured.
  await set(page, { rescue: false, clean: false, keep: "tail", limits: { maxBytes: 5000 } });
  assert.equal(await shownResult(page), tooltrim.trim(large, { maxBytes: 5000, keep: "tail" }).text);
  await shows(page, "#input-message", /large text/);
  await set(page, { keep: "ends", limits: { maxChars: 1_000_000 } });
  await shows(page, "#verdict", /of 1,000,000 chars/);
  assert.equal(await copied(page), tooltrim.trim(large, { maxChars: 1_000_000, rescue: false }).text);
  assert.ok((await textOf(page, "input-view")).length < mostDisplayed);
  // The middle of what is omitted.
  await page.locator("#input-view").evaluate(({ pane: { view } }) => {
    view.scrollDOM.scrollTop = (view.scrollDOM.scrollHeight - view.scrollDOM.clientHeight) / 2;
  });
  await page.getByText("UTF-16 units not displayed").waitFor();
  const chars = tooltrim.measure(large).chars.toLocaleString("en-US");
  await shows(page, "#sizes", new RegExp(`^chars${chars}`));
});

pageTest("50 MB leave the page responsive, and it says how much is read", {}, async (page) => {
  await page.evaluate((base) => {
    const megabyte = base.repeat(Math.ceil(1_000_000 / new TextEncoder().encode(base).length));
    const file = new File(Array(50).fill(megabyte), "huge.log");
    Object.assign(globalThis, { percents: new Set(), longest: 0 });
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      const shown = document.querySelector(".progress span")?.textContent;
      if (shown) percents.add(shown);
      requestAnimationFrame(tick);
    };
    tick();
    const data = new DataTransfer();
    data.items.add(file);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, line);
  await shows(page, "#input-name", /^huge\.log, 50/);
  await shows(page, "#verdict", /of 4,000 chars/);
  await shows(page, "#sizes", /measuring …|50,\d/);
  const [percents, longest] = await page.evaluate(() => [[...globalThis.percents], globalThis.longest]);
  assert.ok(percents.length > 1, `shown while reading: ${percents}`);
  assert.ok(longest < 500, `no frame for ${longest} ms`);
});

pageTest("20 MB are pasted without going into the editor", {}, async (page) => {
  await pressPaste(page, large);
  await shows(page, "#input-message", /large text/);
  assert.equal(await shownResult(page), tooltrim.trim(large, { maxChars: 4000, ...forLogs }).text);
  assert.ok((await textOf(page, "input-view")).length < mostDisplayed);
  await page.getByRole("button", { name: "Clear" }).click();
  await paste(page, "small again\n");
  assert.equal(await shownResult(page), "small again\n");
});

pageTest(
  "what fits once it is cleaned is within its limit, and its sizes are those of the result",
  {},
  async (page) => {
    // Long enough to be measured later than it is trimmed.
    const noisy = "\x1b[32mok\x1b[0m\n".repeat(60_000);
    await drop(page, "noise.log", Buffer.from(noisy));
    await shows(page, "#input-name", /^noise\.log/);
    const { text, truncated } = tooltrim.trim(noisy, { maxChars: 4000, ...forLogs });
    assert.deepEqual([truncated, await shownResult(page)], [false, text]);
    const inputChars = tooltrim.measure(noisy).chars.toLocaleString("en-US");
    await shows(page, "#sizes", new RegExp(`^chars${inputChars}`));
    await shows(page, "#verdict", /^\d+ of 4,000 chars$/);
    assert.equal(await page.locator("#verdict .over").count(), 0);
    await page.waitForTimeout(1000);
    assert.deepEqual((await shownSizes(page)).chars, [noisy.length, 0, tooltrim.measure(text).chars]);
  },
);
