// A local server with the endpoints the official SDKs call. It refuses what the providers refuse (rules/*.mjs,
// with their status and error body) and answers everything else with the smallest valid completion.
import { createServer } from "node:http";
import { check as checkAnthropic } from "./rules/anthropic.mjs";
import { check as checkGemini } from "./rules/gemini.mjs";
import { check as checkChat } from "./rules/openai-chat.mjs";
import { check as checkResponses } from "./rules/openai-responses.mjs";

const chatCompletion = ({ model }) => ({
  id: "chatcmpl-0",
  object: "chat.completion",
  created: 0,
  model,
  choices: [
    { index: 0, message: { role: "assistant", content: "ok", refusal: null }, logprobs: null, finish_reason: "stop" },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

const response = ({ model }) => ({
  id: "resp_0",
  object: "response",
  created_at: 0,
  status: "completed",
  model,
  error: null,
  incomplete_details: null,
  output: [
    {
      id: "msg_0",
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text: "ok", annotations: [] }],
    },
  ],
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  },
});

const message = ({ model }) => ({
  id: "msg_0",
  type: "message",
  role: "assistant",
  model,
  content: [{ type: "text", text: "ok" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const generated = ({ model }) => ({
  candidates: [{ content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: model,
});

/** path → how to judge the body and what to answer */
function endpoint(path) {
  const gemini = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(path);
  if (gemini) {
    const model = decodeURIComponent(gemini[1]);
    return { check: (body) => checkGemini({ ...body, model }), answer: () => generated({ model }) };
  }
  return {
    "/v1/chat/completions": { check: checkChat, answer: chatCompletion },
    "/v1/responses": { check: checkResponses, answer: response },
    "/v1/messages": { check: checkAnthropic, answer: message },
  }[path];
}

/** An error response in the form of the providers. */
const refused = (violation) =>
  violation && {
    rule: violation.rule,
    status: 400,
    body: { type: "error", error: { type: "invalid_request_error", message: violation.message } },
  };

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function answerTo(request, requests, { answer, refuse }) {
  const { pathname } = new URL(request.url, "http://local");
  const found = request.method === "POST" ? endpoint(pathname) : undefined;
  if (!found) return { status: 404, body: { error: { message: `no endpoint ${request.method} ${pathname}` } } };
  const body = await readJson(request);
  // A stream would need events instead of JSON; no client of these tests asks for one.
  const refusal = body.stream
    ? { status: 501, body: { error: { message: "streams are not served" } } }
    : (found.check(body) ?? refused(refuse?.(body)));
  requests.push({ path: pathname, body, rule: refusal?.rule });
  return refusal ?? { status: 200, body: (answer ?? found.answer)(body, pathname) };
}

/**
 * { url, requests: [{ path, body, rule? }], close() }
 *
 * `answer(body, path)` replaces the smallest completion; `refuse(body)` adds rules that know earlier requests, and returns
 * `{ rule, message }` or undefined.
 */
export async function startProviders(own = {}) {
  const requests = [];
  const server = createServer((request, reply) => {
    answerTo(request, requests, own)
      .catch((error) => ({ status: 500, body: { error: { message: String(error.stack ?? error) } } }))
      .then(({ status, body }) => {
        reply.writeHead(status, { "content-type": "application/json" });
        reply.end(JSON.stringify(body));
      });
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
