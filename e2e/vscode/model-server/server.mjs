// An endpoint with the Open Responses API on this machine, with a model that follows a script (model.mjs) and the rules
// of a real one (refusals.mjs). It streams, and writes down what it was asked.
import { createServer } from "node:http";
import { eventsOf } from "./events.mjs";
import { cors, readBody } from "./http.mjs";
import { nextStep } from "./model.mjs";
import { readRequest } from "./reading.mjs";
import { serialized, tokensOf } from "./record.mjs";
import { keyRefusal, refusal, tooLarge } from "./refusals.mjs";

/**
 * `{ url, requests, settings, close() }`. `settings` may be changed at any time: `key` (asked for when given), `takesCalls`,
 * `maxBytes`, `models` (by name, `{ window }` in tokens), `holdAt`: the stream stops before the text's piece of that number until
 * `settings.holdAt` is undefined and `release()` was called, or the client goes.
 */
export async function startModelServer(given = {}) {
  const settings = {
    key: undefined,
    takesCalls: true,
    maxBytes: 4_000_000,
    models: { small: { window: 32_768 }, large: { window: 1_000_000 } },
    holdAt: undefined,
    ...given,
  };
  const requests = [];
  const held = new Set();

  const answer = async (request, response) => {
    cors(response);
    const path = `${request.method} ${new URL(request.url, "http://local").pathname}`;
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    const send = ({ status, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const unknown = keyRefusal(request.headers.authorization, settings.key);
    if (path === "GET /v1/models") return send(unknown ?? { status: 200, body: modelList(settings.models) });
    if (path !== "POST /v1/responses") {
      return send({
        status: 404,
        body: { error: { message: `Invalid URL (${path})`, type: "invalid_request_error", param: null, code: null } },
      });
    }
    const text = await readBody(request, settings.maxBytes);
    if (unknown || text === undefined) {
      const refused = unknown ?? tooLarge;
      requests.push({ rule: unknown ? "key" : "body", status: refused.status, text: "" });
      return send(refused);
    }
    const body = JSON.parse(text);
    const record = { body, text: serialized(body), word: readRequest(body).word, bytes: Buffer.byteLength(text) };
    const tokens = tokensOf(body);
    const refused = refusal(body, { ...settings, tokens });
    requests.push(Object.assign(record, { rule: refused?.rule, status: refused?.status ?? 200, tokens }));
    if (refused) return send(refused);
    const events = eventsOf({ id: `resp_${requests.length}`, model: body.model, ...answerTo(body, record) });
    if (body.stream) return stream(response, events, record);
    return send({ status: 200, body: [...events].at(-1)[1].response });
  };

  async function stream(response, events, record) {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    response.flushHeaders();
    record.closed = new Promise((resolve) => response.once("close", () => resolve(!response.writableFinished)));
    let pieces = 0;
    for (const [type, data] of events) {
      if (type === "response.output_text.delta") pieces += 1;
      if (pieces === settings.holdAt && !response.destroyed) {
        await Promise.race([record.closed, new Promise((resolve) => held.add(resolve))]);
      }
      if (response.destroyed) return;
      response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    response.end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `${error.stack ?? error}` } }));
      requests.push({ rule: "crash", status: 500, text: "", error });
    });
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    settings,
    of: (word) => requests.filter((request) => request.word === word),
    /** Lets streams go on that were held. */
    release() {
      settings.holdAt = undefined;
      for (const resolve of held) resolve();
      held.clear();
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the model does, and what that is billed. */
function answerTo(body, { tokens }) {
  const step = nextStep(readRequest(body));
  const written = tokensOf({ input: step.text + JSON.stringify(step.calls) });
  const usage = {
    input_tokens: tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: written,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens + written,
  };
  return { step, usage };
}

function modelList(models) {
  const data = Object.entries(models).map(([id, { window }]) => ({
    id,
    object: "model",
    created: 1_790_000_000,
    owned_by: "tests",
    context_window: window,
  }));
  return { object: "list", data };
}
