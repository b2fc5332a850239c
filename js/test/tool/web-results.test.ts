// Results that are objects of the web platform, most of which JSON writes as `{}`.
import { toolify, toolifySync } from "tooltrim";
import { expect, test, vi } from "vitest";

const text = async (result: unknown) => toolify(() => result)();

test("responses, requests, blobs and files become their content", async () => {
  const request = new Request("https://example.com", { method: "POST", body: "asked" });
  expect(await text(new Response("hello"))).toBe("hello");
  expect(await text(Response.json({ a: 1 }))).toBe('{"a":1}');
  expect(await text(request)).toBe("asked");
  expect(await text(new Blob(["a", "b"]))).toBe("ab");
  expect(await text(new File(["c"], "c.txt"))).toBe("c");
  expect(await text(new Response(null, { status: 204 }))).toBe("");
  expect(await toolify(async () => new Response("x".repeat(5000)), { output: { maxChars: 100 } })()).toHaveLength(100);
});

test("an unsuccessful response begins with its status", async () => {
  expect(await text(new Response("no such page", { status: 404, statusText: "Not Found" }))).toBe(
    "HTTP 404 Not Found\nno such page",
  );
  expect(await text(new Response(null, { status: 500 }))).toBe("HTTP 500\n");
});

test("a response with a used body is a failure", async () => {
  const response = new Response("once");
  await response.text();
  expect(await text(response)).toMatch(/^Tool Failed: /);
});

test("a stream is cancelled if reading stops early", async () => {
  const cancel = vi.fn();
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(10));
  expect(await text(new Response(new ReadableStream({ pull, cancel })))).toMatch(/binary/);
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
});

test("a sync tool refuses and cancels them", () => {
  const cancel = vi.fn();
  expect(toolifySync(() => new Response(new ReadableStream({ cancel })))()).toMatch(/^Tool Failed: /);
  expect(cancel).toHaveBeenCalledOnce();
});

test("headers become an object; nested values without JSON become their name", async () => {
  const headers = new Headers({ "content-type": "text/plain" });
  expect(await text(headers)).toBe('{\n  "content-type": "text/plain"\n}');
  expect(await text(new Headers())).toBe("{}");
  const inside = { query: new URLSearchParams("a=1"), answer: new Response("x"), soon: Promise.resolve(1), none: {} };
  expect(JSON.parse(await text({ headers, ...inside }))).toEqual({
    headers: { "content-type": "text/plain" },
    query: "a=1",
    answer: "[object Response]",
    soon: "[object Promise]",
    none: {},
  });
});

test("an object with the same tag but no stream becomes JSON", async () => {
  expect(await text({ [Symbol.toStringTag]: "Response", data: 1 })).toBe('{\n  "data": 1\n}');
});
