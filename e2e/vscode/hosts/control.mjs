// How a test speaks with the extension `driver` inside VS Code: the extension asks for the next command and sends back
// what came of it. By HTTP, because that is what extensions in Node and in a web worker both have, in both directions.
import { createServer } from "node:http";
import { cors, readBody } from "../model-server/http.mjs";

const patience = 240_000;

/** Returns `{ url, ready(), run(name, argument), close() }`. */
export async function startControl() {
  const queue = [];
  const open = new Map();
  const arrivals = [];
  let waiting;
  let hello;
  let number = 0;
  let broken;

  const hand = () => {
    if (!waiting || queue.length === 0) return;
    const response = waiting;
    waiting = undefined;
    response.end(JSON.stringify(queue.shift()));
  };
  const answer = async (request, response) => {
    cors(response);
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    response.setHeader("content-type", "application/json");
    if (request.url === "/next") {
      waiting?.end("null");
      waiting = response;
      response.on("close", () => {
        if (waiting === response) waiting = undefined;
      });
      return hand();
    }
    const told = JSON.parse(await readBody(request));
    response.end("{}");
    if (request.url === "/hello") {
      hello = told;
      for (const arrive of arrivals.splice(0)) arrive.resolve(told);
    } else {
      const { resolve, reject } = open.get(told.id) ?? {};
      open.delete(told.id);
      if (told.error) reject?.(new Error(`In VS Code: ${told.error}`));
      else resolve?.(told.value);
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(`${error.stack}`));
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));

  const within = (promise, what) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what}: nothing came back in ${patience / 1000} s`)), patience);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  };
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What the driver says of its host, as soon as it has started. */
    ready: () => {
      if (broken) return Promise.reject(broken);
      return within(
        hello ? Promise.resolve(hello) : new Promise((resolve, reject) => arrivals.push({ resolve, reject })),
        "start",
      );
    },
    run(name, argument) {
      if (broken) return Promise.reject(broken);
      number += 1;
      const id = number;
      const result = new Promise((resolve, reject) => open.set(id, { resolve, reject }));
      queue.push({ id, name, argument });
      hand();
      return within(result, name);
    },
    /** The host has ended: what was asked will not be answered. With an error nothing will be any more. */
    gone(error) {
      hello = undefined;
      broken = error;
      queue.length = 0;
      for (const [id, { reject }] of open) {
        open.delete(id);
        reject(error ?? new Error("VS Code was closed"));
      }
      if (error) for (const { reject } of arrivals.splice(0)) reject(error);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
