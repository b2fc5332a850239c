// A local endpoint with OpenAI's Chat Completions, so that the example runs without a key and without a network.
import { createServer } from "node:http";
import { keyRefusal, lengthRefusal, modelRefusal, pairRefusal } from "./refusals.mjs";
import { decide } from "./script.mjs";
import { completion, events } from "./stream.mjs";
import { answerTokens, promptTokens } from "./tokens.mjs";

export const MODEL = "scripted-1";

/** @typedef {{ status: number, tokens: number, body: any, error?: string }} Recorded */

/**
 * @param {{ window: number, key: string, record?: (request: Recorded) => void }} settings `window` in tokens
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startModelServer({ window, key, record = () => {} }) {
  const server = createServer((request, reply) => {
    answerTo(request, reply, { window, key, record }).catch((error) => {
      if (!reply.headersSent)
        send(reply, 500, { error: { message: String(error), type: "server_error", param: null, code: null } });
      reply.end();
    });
  });
  await new Promise((done, refuse) => server.once("error", refuse).listen(0, "127.0.0.1", () => done(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} reply
 * @param {{ window: number, key: string, record: (request: Recorded) => void }} settings
 */
async function answerTo(request, reply, { window, key, record }) {
  if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
    const message = `Invalid URL (${request.method} ${request.url})`;
    send(reply, 404, { error: { message, type: "invalid_request_error", param: null, code: null } });
    return;
  }
  const body = JSON.parse(await textOf(request));
  const { messages, model, stream, stream_options: wants } = body;
  const most = body.max_completion_tokens ?? body.max_tokens ?? 0;
  const prompt = promptTokens(body);
  const tokens = prompt.messages + prompt.tools;
  const refused =
    keyRefusal(request.headers.authorization, key) ??
    modelRefusal(model, MODEL) ??
    lengthRefusal(prompt, most, window) ??
    pairRefusal(messages);
  record({ status: refused?.status ?? 200, tokens, body, ...(refused && { error: refused.error.message }) });
  if (refused) {
    send(reply, refused.status, { error: refused.error });
    return;
  }
  const answer = decide(messages);
  const answered = answerTokens(answer.text) + answerTokens(JSON.stringify(answer.calls));
  const usage = { prompt_tokens: tokens, completion_tokens: answered, total_tokens: tokens + answered };
  if (!stream) {
    send(reply, 200, completion(answer, model, usage));
    return;
  }
  reply.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events(answer, model, wants?.include_usage ? usage : undefined)) reply.write(event);
  reply.end();
}

/** @param {import("node:http").ServerResponse} reply @param {number} status @param {object} body */
function send(reply, status, body) {
  reply.writeHead(status, { "content-type": "application/json" });
  reply.end(JSON.stringify(body));
}

/** @param {import("node:http").IncomingMessage} request */
async function textOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
