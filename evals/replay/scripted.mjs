// A model that is none: a local HTTP server that speaks Chat Completions and answers by a rule. It shows that the replay
// works from end to end, and that its numbers can fail; about real models it says nothing.

import { createServer } from "node:http";
import { argumentPaths, hasPath } from "../history/paths.mjs";

export const HEADER = "x-replay-point";

/**
 * The rule: the recorded turn, if the paths that it names and that were there before are still in the request; else a call of
 * the first tool without arguments.
 */
export function recordedIfPossible(points) {
  const byId = new Map(points.map((point) => [point.id, point]));
  const needed = new Map();
  return ({ body, headers }) => {
    const point = byId.get(headers[HEADER]);
    if (point === undefined) return [];
    if (!needed.has(point.id)) {
      const before = JSON.stringify(point.messages);
      needed.set(
        point.id,
        point.turn.flatMap(argumentPaths).filter((path) => hasPath(before, path)),
      );
    }
    const said = JSON.stringify(body.messages);
    const able = needed.get(point.id).every((path) => hasPath(said, path));
    if (!able) return [{ name: body.tools[0].function.name, args: {} }];
    return point.turn.map(({ name, args }) => ({ name: point.nameOf(name), args }));
  };
}

/**
 * `answer({ body, headers, count })` returns calls, or `{ status, headers, body }` for an error, or "hang". Returns `{ baseUrl,
 * requests, close }`; `requests` are the bodies.
 */
export async function startScripted(answer) {
  const requests = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const body = JSON.parse(Buffer.concat(chunks));
      requests.push(body);
      const given = await answer({ body, headers: request.headers, count: requests.length });
      if (given === "hang") return;
      const [status, headers, reply] = Array.isArray(given)
        ? [200, {}, completion(body, given)]
        : [given.status, given.headers ?? {}, given.body ?? { error: { message: "scripted" } }];
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(reply));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const completion = ({ model }, calls) => ({
  id: "chatcmpl-scripted",
  object: "chat.completion",
  created: 0,
  model,
  choices: [
    {
      index: 0,
      finish_reason: calls.length > 0 ? "tool_calls" : "stop",
      message: {
        role: "assistant",
        content: calls.length > 0 ? null : "done",
        tool_calls: calls.map(({ name, args }, at) => ({
          id: `call_${at}`,
          type: "function",
          function: { name, arguments: JSON.stringify(args) },
        })),
      },
    },
  ],
});
