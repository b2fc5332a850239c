// Each kind of result, at its limits.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CallToolResultSchema,
  GetPromptResultSchema,
  JSONRPCMessageSchema,
  ReadResourceResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import Ajv from "ajv";
import { z } from "zod";
import { charsOf, connect, refsIn, retrieved, servers, textsOf } from "./support.mjs";

const server = servers.odd();

test("a thousand small items stay; three thousand are bounded as a whole", async (t) => {
  const { call } = await connect(t, { server });
  assert.equal((await call("small_items", { count: 1000 })).content.length, 1000);
  const many = await call("small_items", { count: 20_000 });
  assert.ok(charsOf(many) <= 30_000 && many.content.length <= 3000, `${many.content.length}`);
  const texts = textsOf(many);
  assert.equal(texts[0], "item 0");
  assert.equal(texts.at(-2), "item 19999");
  const [gap] = texts.filter((text) => /parts left out/.test(text));
  const [, missed, ref] = /^\[([\d,]+) of 20,000 parts left out: (#\w{8})\]$/.exec(gap);
  const count = missed.replace(",", "");
  assert.equal(Number(count), 20_000 - (texts.length - 2));
  const missing = (await retrieved(call, ref)).trimEnd().split("\n");
  assert.equal(missing.length, Number(count));
  assert.deepEqual(
    texts.slice(0, texts.indexOf(gap)).concat(missing, texts.slice(texts.indexOf(gap) + 1, -1)).length,
    20_000,
  );
});

test("structured results fit their schema", async (t) => {
  const { client, call } = await connect(t, { server });
  const { tools } = await allTools(client);
  const { outputSchema } = tools.find(({ name }) => name === "rows");
  const result = await call("rows", { count: 5000 });
  const validate = new Ajv().compile(outputSchema);
  assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
  assert.ok(result.structuredContent.rows.length > 300);
  assert.deepEqual(JSON.parse(textsOf(result)[0]), result.structuredContent);
  assert.equal(JSON.parse(await retrieved(call, refsIn(result)[0])).rows.length, 5000);
});

test("a structured result that its schema allows no part of becomes an error that names the ref", async (t) => {
  const { client, call } = await connect(t, { server });
  await allTools(client);
  const result = await call("codes", { count: 5000 });
  assert.deepEqual([result.isError, result.structuredContent], [true, undefined]);
  assert.match(result.content[0].text, /structured result has \d+ chars, more than the 30000 chars allowed/);
  assert.equal(JSON.parse(await retrieved(call, refsIn(result)[0])).codes.length, 5000);
});

test("numbers that JavaScript cannot hold stay as they are written", async (t) => {
  const { client } = await connect(t, { server });
  const raw = [];
  const { transport } = client;
  const before = transport._readBuffer.append.bind(transport._readBuffer);
  transport._readBuffer.append = (bytes) => {
    raw.push(bytes.toString());
    return before(bytes);
  };
  await client.callTool({ name: "numbers", arguments: { length: 100_000 } });
  assert.match(raw.join(""), /"_meta":\{"big":9007199254740993,"price":1\.50\}/);
  assert.ok(raw.join("").length < 40_000);
});

test("resources and prompts are bounded, and fit the protocol", async (t) => {
  const { client, call } = await connect(t, { server });
  const text = await client.readResource({ uri: "text:140000" });
  ReadResourceResultSchema.parse(text);
  assert.ok(text.contents[0].text.length <= 30_000);
  assert.equal(text.contents[0].uri, "text:140000");
  assert.equal(await retrieved(call, refsIn(text)[0]), "resource line\n".repeat(10_000));
  const blob = await client.readResource({ uri: "blob:8000000" });
  assert.match(blob.contents[0].text, /^\[image\/png, 6,000,000 bytes left out/);
  assert.equal((await client.readResource({ uri: "blob:40000" })).contents[0].blob.length, 40_000);
  const prompt = await client.getPrompt({ name: "any", arguments: { length: "100000" } });
  GetPromptResultSchema.parse(prompt);
  const chars = prompt.messages.map(({ content }) => content.text.length);
  assert.ok(chars[0] + chars[1] <= 30_000 && Math.abs(chars[0] - chars[1]) < 200, `${chars}`);
});

test("errors of the protocol are bounded and keep their code", async (t) => {
  const { call } = await connect(t, { server });
  await assert.rejects(call("failing", { length: 100_000 }), (error) => {
    assert.equal(error.code, -32_050);
    assert.ok(error.message.length <= 15_100 && error.message.length > 14_000, `${error.message.length}`);
    assert.ok(error.data.trace.length <= 15_000 && error.data.trace.length > 9000, `${error.data.trace.length}`);
    return true;
  });
});

test("a result of a method that the proxy does not know passes, however large", async (t) => {
  const { client } = await connect(t, { server });
  const request = (length) => client.request({ method: "custom/large", params: { length } }, z.looseObject({}));
  for (const length of [100_000, 3_000_000, 9_000_000]) {
    assert.equal((await request(length)).content[0].text.length, length);
  }
});

test("the tool that reads what was cut is listed once, under a name that is free", async (t) => {
  const { client, call } = await connect(t, { server });
  const { pages } = await allTools(client);
  assert.ok(pages.length > 2);
  const own = pages.map((tools) => tools.filter(({ name }) => name.startsWith("tooltrim_retrieve")).length);
  assert.deepEqual(
    own,
    pages.map((_, at) => (at === 0 ? 1 : 0)),
  );
  assert.equal(charsOf(await call("echo", { message: "m".repeat(50_000) })) <= 30_000, true);

  const clash = await connect(t, { server, env: { OWN_RETRIEVE: "1" } });
  const { tools } = await allTools(clash.client);
  assert.equal(tools.filter(({ name }) => name === "tooltrim_retrieve_2").length, 1);
  assert.match((await clash.call("tooltrim_retrieve", {})).content[0].text, /unknown tool tooltrim_retrieve/);
  const cut = await clash.call("echo", { message: "m".repeat(50_000) });
  const [, ref] = /tooltrim_retrieve_2 with ref "(#\w{8})"/.exec(cut.content.at(-1).text);
  assert.match((await clash.call("tooltrim_retrieve_2", { ref })).content[0].text, /mmm/);
});

test("a server without tools gets none", async (t) => {
  const { client } = await connect(t, { server, env: { NO_TOOLS: "1" } });
  assert.equal(client.getServerCapabilities().tools, undefined);
  const raw = await client.request({ method: "tools/list" }, z.looseObject({}));
  assert.ok(raw.tools.every(({ name }) => name !== "tooltrim_retrieve"));
});

test("batches of older protocols are answered as batches", async (t) => {
  const { client, transport } = await connect(t, { server });
  const lines = [];
  const heard = new Promise((resolve) => {
    transport._process.stdout.on("data", (bytes) => {
      lines.push(bytes.toString());
      if (lines.join("").split("\n").length > 2) resolve();
    });
  });
  client.onerror = () => {};
  const call = (id, name, args) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
  const batch = [call("a", "echo", {}), call("b", "echo", {}), call("c", "tooltrim_retrieve", { ref: "#k3f9a2bx" })];
  transport._process.stdin.write(`${JSON.stringify(batch)}\n`);
  await heard;
  const answers = lines
    .join("")
    .trim()
    .split("\n")
    .flatMap((line) => JSON.parse(line));
  assert.deepEqual(answers.map(({ id }) => id).sort(), ["a", "b", "c"]);
  for (const answer of answers) {
    JSONRPCMessageSchema.parse(answer);
    assert.ok(charsOf(CallToolResultSchema.parse(answer.result)) <= 30_000);
  }
});

async function allTools(client) {
  const pages = [];
  for (let cursor; pages.length === 0 || cursor; ) {
    const page = await client.listTools(cursor ? { cursor } : {});
    pages.push(page.tools);
    cursor = page.nextCursor;
  }
  return { pages, tools: pages.flat() };
}
