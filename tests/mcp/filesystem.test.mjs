// The official file server: what is cut of a file comes back to the byte.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { charsOf, connect, project, refsIn, retrieved, servers, textsOf } from "./support.mjs";

const folder = join(project.folder, "files");
mkdirSync(folder);
const step = (n) => (n === 17_000 ? "ERROR: disk on fire 🔥" : `step ${n} done é`);
const log = Array.from({ length: 30_000 }, (_, n) => `${step(n)}\n`).join("");
writeFileSync(join(folder, "big.log"), log);
writeFileSync(join(folder, "small.txt"), "hello\n");
writeFileSync(
  join(folder, "data.json"),
  JSON.stringify(Array.from({ length: 9000 }, (_, id) => ({ id, name: `n${id}` }))),
);
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(5_000_000, 7)]);
writeFileSync(join(folder, "large.png"), png);
writeFileSync(join(folder, "icon.png"), png.subarray(0, 20_000));
const path = (name) => ({ path: join(folder, name) });

test("a large file is bounded, its error line kept, and the whole of it can be read", async (t) => {
  const { client, call } = await connect(t, { server: servers.filesystem(folder) });
  const { tools } = await client.listTools();
  assert.equal(tools.at(-1).name, "tooltrim_retrieve");
  const result = await call("read_text_file", path("big.log"));
  assert.ok(charsOf(result) <= 30_000, `${charsOf(result)}`);
  assert.ok(JSON.stringify(result.structuredContent).length <= 30_000);
  assert.equal(result.structuredContent.content, result.content[0].text, "both forms say the same");
  assert.match(result.content[0].text, /ERROR: disk on fire 🔥/);
  const [ref, ...others] = refsIn(result);
  assert.deepEqual(others, []);
  assert.ok(result.content.at(-1).text.includes(`tooltrim_retrieve with ref "${ref}"`));
  assert.equal(await retrieved(call, ref), log);
  const lines = await call("tooltrim_retrieve", { ref, lines: "17001-17002" });
  assert.equal(lines.content[0].text.split("\n").slice(1).join("\n"), "ERROR: disk on fire 🔥\nstep 17001 done é\n");
});

test("a small result is the one that the server gave", async (t) => {
  const { call } = await connect(t, { server: servers.filesystem(folder) });
  assert.deepEqual(await call("read_text_file", path("small.txt")), {
    content: [{ type: "text", text: "hello\n" }],
    structuredContent: { content: "hello\n" },
  });
});

test("a tool's error stays one", async (t) => {
  const { call } = await connect(t, { server: servers.filesystem(folder) });
  const { isError, content } = await call("read_text_file", path("absent.txt"));
  assert.equal(isError, true);
  assert.match(content[0].text, /ENOENT/);
  const unknown = await call("tooltrim_retrieve", { ref: "#k3f9a2bx" });
  assert.equal(unknown.isError, true);
});

test("JSON in a text stays JSON", async (t) => {
  const { call } = await connect(t, { server: servers.filesystem(folder) });
  const [text] = textsOf(await call("read_text_file", path("data.json")));
  const items = JSON.parse(text);
  assert.deepEqual(
    [items[0], items.at(-1)],
    [
      { id: 0, name: "n0" },
      { id: 8999, name: "n8999" },
    ],
  );
  assert.ok(items.some((item) => /^\[\d+ items omitted\]$/.test(item)));
});

test("an image that fits passes as it is, one over the limit is told by type and size", async (t) => {
  const { call } = await connect(t, { server: servers.filesystem(folder) });
  const icon = await call("read_media_file", path("icon.png"));
  assert.equal(icon.content[0].data, readFileSync(join(folder, "icon.png")).toString("base64"));
  const large = await call("read_media_file", path("large.png"));
  assert.equal(large.content[0].type, "text");
  assert.match(large.content[0].text, /^\[image\/png, 5,000,0\d\d bytes left out/);
  assert.equal(large.structuredContent.content[0].data, large.content[0].text);
  assert.deepEqual(icon.structuredContent.content[0], icon.content[0]);
});

test("limits can be given by tokens, by tool, and without a way back", async (t) => {
  const options = ["--max-tokens", "2000", "--tool", "read_file=50000", "--no-retrieve", "--no-rescue"];
  const { client, call } = await connect(t, { server: servers.filesystem(folder), options });
  assert.ok((await client.listTools()).tools.every(({ name }) => name !== "tooltrim_retrieve"));
  const { estimateTokens } = await import(join(project.installed, "dist/index.js"));
  const result = await call("read_text_file", path("big.log"));
  const tokens = textsOf(result).reduce((sum, text) => sum + estimateTokens(text), 0);
  assert.ok(tokens <= 2000 && tokens > 1000, `${tokens}`);
  assert.deepEqual(refsIn(result), []);
  assert.doesNotMatch(result.content[0].text, /disk on fire/);
  const larger = await connect(t, { server: servers.filesystem(folder), options: ["--tool", "read_file=50000"] });
  const chars = charsOf(await larger.call("read_file", path("big.log")));
  assert.ok(chars > 40_000 && chars <= 50_000, `${chars}`);
});
