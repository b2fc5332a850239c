// A model that is none: a local HTTP server that speaks Chat Completions and answers by a rule. It shows that the replay
// works from end to end, and that its numbers can fail; about real models it says nothing.

import { argumentPaths, hasPath } from "../../compare/history/paths.mjs";
import { startProviders } from "../../tests/providers/server.mjs";

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
  const server = await startProviders({
    isStrict: false,
    answer: async (body, { headers, count }) => {
      requests.push(body);
      const given = await answer({ body, headers, count });
      if (given === "hang") return undefined;
      if (!Array.isArray(given)) return given;
      const calls = given.map(({ name, args }, at) => ({ id: `call_${at}`, name, input: args }));
      return calls.length > 0 ? { calls } : { text: "done" };
    },
  });
  return { baseUrl: `${server.url}/v1`, requests, close: () => server.close() };
}
