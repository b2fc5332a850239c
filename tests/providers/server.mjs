// A local server with the endpoints that SDKs and agents call. It refuses what the providers refuse (rules/*.mjs, with
// their status and error body), and says everything else that it is told to say.
import { createServer } from "node:http";
import { formatOf, written } from "./answers.mjs";

/** An error response in the form of the providers. */
const refused = (violation) =>
  violation && {
    rule: violation.rule,
    status: 400,
    body: { type: "error", error: { type: "invalid_request_error", message: violation.message } },
  };

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The reply to a request: a body or an `events` text; undefined if there is to be none. */
async function replyTo(request, requests, { answer, refuse, isStrict }) {
  const { pathname, searchParams } = new URL(request.url, "http://local");
  const format = request.method === "POST" ? formatOf(pathname) : undefined;
  if (!format) return { status: 404, body: { error: { message: `no endpoint ${request.method} ${pathname}` } } };
  const body = JSON.parse(await textOf(request));
  const { model = body.model } = format;
  const refusal = (isStrict && format.check({ ...body, model })) || refused(refuse(body));
  requests.push({ path: pathname, body, rule: refusal?.rule });
  if (refusal) return refusal;
  const given = await answer(body, { path: pathname, headers: request.headers, count: requests.length });
  if (given === undefined || given.status !== undefined) return given;
  const said = { calls: [], tokens: 1, number: requests.length, model, ...given };
  const isStream = body.stream === true || searchParams.get("alt") === "sse" || /:stream/.test(pathname);
  return isStream ? { status: 200, events: written(format, said) } : { status: 200, body: format.whole(said) };
}

/**
 * { url, requests: [{ path, body, rule? }], close() }
 *
 * `answer(body, { path, headers, count })` returns `{ text }` or `{ calls }` in no format (answers.mjs), or `{ status, headers,
 * body }`, or nothing for a request that hangs. `refuse(body)` adds rules that know earlier requests, and returns `{ rule,
 * message }` or undefined; without `isStrict` the rules of the providers do not count.
 */
export async function startProviders({ answer = () => ({ text: "ok" }), refuse = () => {}, isStrict = true } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let reply;
    try {
      reply = await replyTo(request, requests, { answer, refuse, isStrict });
    } catch (error) {
      reply = { status: 500, body: { error: { message: String(error.stack ?? error) } } };
    }
    if (!reply) return;
    const { status, headers, body, events } = reply;
    response.writeHead(status, { "content-type": events ? "text/event-stream" : "application/json", ...headers });
    response.end(events ?? JSON.stringify(body ?? { error: { message: "scripted" } }));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
