// Files: dropped, opened, not UTF-8, CRLF, and large ones.
import assert from "node:assert/strict";
import { copied, drop, forLogs, pageTest, paste, set, shownResult, shows, tooltrim } from "./site.mjs";

pageTest("a dropped file is trimmed by its bytes, CRLF and a byte order mark included", {}, async (page) => {
  const text = `\ufeff${"one line of 漢字\r\n".repeat(600)}`;
  await drop(page, "crlf.log", new TextEncoder().encode(text));
  await shows(page, "#input-name", /^crlf\.log, 12 kB$/);
  // Cleaning would make LF of CRLF.
  await set(page, { clean: false });
  const { text: expected } = tooltrim.trim(text, { maxChars: 4000, rescue: true });
  assert.equal(await shownResult(page), expected);
  assert.equal(await copied(page), expected);
  await shows(page, "#input-message", /CRLF/);
  assert.ok(await page.locator("#input-text").isHidden());
});

pageTest("bytes that are not UTF-8 are replaced as by the package", {}, async (page) => {
  const line = [0x66, 0xfc, 0x72, 0x20, 0xe2, 0x82, 0x20, 0xff, 0x0a];
  const bytes = Uint8Array.from({ length: 9000 }, (_, at) => line[at % line.length]);
  await drop(page, "latin-1.txt", bytes);
  await shows(page, "#input-message", /not UTF-8/);
  await set(page, { rescue: false, clean: false });
  const options = { maxChars: 4000, decode: "replace" };
  assert.equal(await shownResult(page), tooltrim.trim(bytes, options).text);
  assert.match(await page.locator("#code").textContent(), /trim\(bytes, \{ maxChars: 4000, decode: "replace" \}\)/);
});

pageTest("an opened file of a small text can be edited", {}, async (page) => {
  const buffer = Buffer.from("a small file\n");
  await page.locator("#file").setInputFiles({ name: "small.txt", mimeType: "text/plain", buffer });
  await shows(page, "#input-name", /^small\.txt, 13 bytes$/);
  await page.locator("#input-text").press("ControlOrMeta+End");
  await page.keyboard.type("and more");
  assert.equal(await shownResult(page), "a small file\nand more");
  await page.getByRole("button", { name: "Clear" }).click();
  await shows(page, "#summary", /^Nothing to trim yet\.$/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "input-text");
});

pageTest("pasted CRLF becomes LF as in any text area, and the page says so", {}, async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText("one\r\ntwo\r\n"));
  await page.locator("#input-text").focus();
  await page.keyboard.press("ControlOrMeta+V");
  await shows(page, "#input-message", /^Line ends were CRLF/);
  assert.equal(await shownResult(page), "one\ntwo\n");
  await page.keyboard.type("three");
  await shows(page, "#input-message", /^$/);
});

const line = "step 12 of the build: Ümlaut, 漢字 and 🚀, done in 0.31 s\n";
const large = line.repeat(Math.ceil(20_000_000 / Buffer.byteLength(line)));
/** Far more than that cannot be laid out at once. */
const mostDisplayed = 250_000;

pageTest("20 MB are trimmed whole, displayed in part, and the page goes on working", {}, async (page) => {
  await page.locator("#file").setInputFiles({ name: "large.log", mimeType: "text/plain", buffer: Buffer.from(large) });
  await shows(page, "#input-name", /^large\.log, 20 MB$/);
  // At once, while the input is still being measured.
  await set(page, { rescue: false, clean: false, keep: "tail", limit: 5000, unit: "bytes" });
  assert.equal(await shownResult(page), tooltrim.trim(large, { maxBytes: 5000, keep: "tail" }).text);
  await set(page, { keep: "ends", limit: 1_000_000, unit: "chars" });
  await shows(page, "#verdict", /of 1,000,000 chars/);
  assert.equal(await copied(page), tooltrim.trim(large, { maxChars: 1_000_000 }).text);
  assert.ok((await page.evaluate(() => document.body.textContent.length)) < mostDisplayed);
  const chars = tooltrim.measure(large).chars.toLocaleString("en-US");
  await shows(page, "#sizes", new RegExp(`^chars${chars}`));
});

pageTest("20 MB are pasted without going into the text area", {}, async (page) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), large);
  await page.locator("#input-text").focus();
  await page.keyboard.press("ControlOrMeta+V");
  await shows(page, "#input-message", /large text/);
  assert.equal(await page.locator("#input-text").inputValue(), "");
  assert.equal(await shownResult(page), tooltrim.trim(large, { maxChars: 4000, ...forLogs }).text);
  await page.getByRole("button", { name: "Clear" }).click();
  await paste(page, "small again\n");
  assert.equal(await shownResult(page), "small again\n");
});
