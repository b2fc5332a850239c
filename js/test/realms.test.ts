// Values of another realm: under Jest's jsdom a `Buffer` is no `Uint8Array` of the test's own.
import { createContext, runInContext } from "node:vm";
import { toolify } from "tooltrim";
import { limitLangChainTool } from "tooltrim/tools";
import { expect, test } from "vitest";

const realm = createContext();
/** What the code makes, with the classes of another global object. */
const foreign = (code: string): object => runInContext(code, realm);
const hello = "[104, 101, 108, 108, 111]";

test("bytes of another realm are text for a tool, as one's own", async () => {
  const bytes = foreign(`Uint8Array.from(${hello})`);
  expect(bytes instanceof Uint8Array).toBe(false);
  for (const output of [
    bytes,
    foreign(`Uint8Array.from(${hello}).buffer`),
    foreign(`new DataView(Uint8Array.from(${hello}).buffer)`),
  ]) {
    expect(await toolify(async () => output)()).toBe("hello");
  }
});

test("bytes of another realm are media for an adapter, as one's own", async () => {
  const answer = (data: object) =>
    limitLangChainTool({ invoke: async () => [{ type: "image", mimeType: "image/png", data }] }).invoke();
  const big = "new Uint8Array(1_000)";
  expect(JSON.stringify(await answer(foreign(big)))).toBe(JSON.stringify(await answer(new Uint8Array(1_000))));
});
