// The server that does everything that the protocol has: all but large results passes as it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CreateMessageRequestSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { charsOf, connect, servers } from "./support.mjs";

const server = servers.everything();

test("structured results, resources, links, prompts and images pass", async (t) => {
  const { client, call, errors } = await connect(t, { server });
  await client.listTools();
  const weather = await call("get-structured-content", { location: "New York" });
  assert.equal(typeof weather.structuredContent.temperature, "number");
  assert.deepEqual(JSON.parse(weather.content[0].text), weather.structuredContent);
  const image = await call("get-tiny-image", {});
  assert.deepEqual(
    image.content.map(({ type }) => type),
    ["text", "image", "text"],
  );
  assert.equal(Buffer.from(image.content[1].data, "base64").toString("latin1", 1, 4), "PNG");
  const links = await call("get-resource-links", { count: 3 });
  assert.equal(links.content.filter(({ type }) => type === "resource_link").length, 3);
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[0].uri });
  assert.ok(contents[0].text.length > 0);
  const { prompts } = await client.listPrompts();
  assert.ok(prompts.length > 0);
  const { messages } = await client.getPrompt({ name: "simple-prompt" });
  assert.equal(messages[0].content.type, "text");
  assert.deepEqual(errors, []);
});

test("progress reaches the client while a call runs", async (t) => {
  const { client } = await connect(t, { server });
  const seen = [];
  await client.callTool({ name: "trigger-long-running-operation", arguments: { duration: 1, steps: 4 } }, undefined, {
    onprogress: ({ progress, total }) => seen.push(`${progress}/${total}`),
  });
  assert.ok(seen.length >= 3 && seen[0] === "1/4", seen.join());
});

test("what the server asks the client comes back to the server: sampling and elicitation", async (t) => {
  const { client, call } = await connect(t, {
    server,
    capabilities: { sampling: {}, elicitation: {} },
    prepare: (client) => {
      client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
        role: "assistant",
        model: "none",
        content: { type: "text", text: `sampled ${params.messages.length} ${"s".repeat(2_000_000)}` },
      }));
      client.setRequestHandler(ElicitRequestSchema, () => ({ action: "decline" }));
    },
  });
  await client.listTools();
  const sampled = await call("trigger-sampling-request", { prompt: "hello", maxTokens: 10 });
  // The client's answer of 2 MB arrived, and what the server made of it was bounded.
  assert.match(JSON.stringify(sampled), /sampled 1/);
  assert.ok(charsOf(sampled) <= 30_000);
  assert.match(JSON.stringify(await call("trigger-elicitation-request", {})), /declined/i);
});

test("200 calls at once each get their own answer", async (t) => {
  const { call } = await connect(t, { server });
  const long = (n) => `call ${n}\n`.repeat(n % 5 === 0 ? 5000 : 3);
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => call("echo", { message: long(n) })));
  for (const [n, result] of results.entries()) {
    assert.ok(result.content[0].text.startsWith(`Echo: call ${n}\n`), `${n}`);
    if (n % 5 !== 0) assert.equal(result.content[0].text, `Echo: ${long(n)}`);
    else assert.ok(charsOf(result) <= 30_000 && result.content.length === 2, `${n}`);
  }
});

test("a request that the client cancels does no harm to the next", async (t) => {
  const { client, call } = await connect(t, { server });
  const stop = new AbortController();
  const running = client.callTool(
    { name: "trigger-long-running-operation", arguments: { duration: 2, steps: 2 } },
    undefined,
    { signal: stop.signal },
  );
  setTimeout(() => stop.abort(), 100);
  await assert.rejects(running);
  assert.equal((await call("echo", { message: "next" })).content[0].text, "Echo: next");
});

test("log messages of the server reach the client", async (t) => {
  const { LoggingMessageNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const heard = [];
  const { client, call } = await connect(t, {
    server,
    prepare: (client) =>
      client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => heard.push(params)),
  });
  await client.setLoggingLevel("debug");
  await call("toggle-simulated-logging", {});
  for (let tries = 0; heard.length === 0 && tries < 400; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(heard.length > 0);
});
