// Each official client as send(messages, { server, system?, model? }): the messages go through the client's own
// request path to the local server. The answer is { ok: true }, or { ok: false, status, message } with the
// provider's message (status undefined when the client itself refused before sending).
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { ChatOpenAI } from "@langchain/openai";
import { setTracingDisabled, withTrace } from "@openai/agents-core";
import { OpenAIChatCompletionsModel, OpenAIResponsesModel } from "@openai/agents-openai";
import { convertToModelMessages, generateText } from "ai";
import OpenAI from "openai";

// The clients demand a key; the server does not look at it.
const apiKey = "none";
setTracingDisabled(true);
// The AI SDK prints advice on system messages and settings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

const MODELS = {
  openai: "gpt-5",
  // Takes a conversation that ends on an assistant message; newer models do not.
  anthropic: "claude-haiku-4-5",
  gemini: "gemini-2.5-flash",
};

/** The provider's own sentence out of what the client made of it. */
function messageOf(error) {
  const bodies = [error?.error?.error, error?.error, error?.data?.error];
  for (const body of bodies) if (typeof body?.message === "string") return body.message;
  try {
    return JSON.parse(error.responseBody ?? error.message).error.message;
  } catch {
    return String(error?.message ?? error);
  }
}

async function outcome(request) {
  try {
    await request();
    return { ok: true };
  } catch (error) {
    return { ok: false, status: error?.status ?? error?.statusCode, message: messageOf(error) };
  }
}

const client = (request) => (messages, options) => outcome(() => request(messages, options));

const openaiClient = (server) => new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 });
const withSystem = (messages, system) =>
  system === undefined ? messages : [{ role: "system", content: system }, ...messages];

const chat = client((messages, { server, system, model = MODELS.openai }) =>
  openaiClient(server).chat.completions.create({ model, messages: withSystem(messages, system) }),
);

const responses = client((input, { server, system, model = MODELS.openai, ...more }) =>
  openaiClient(server).responses.create({ model, input, instructions: system, ...more.request }),
);

const anthropic = client((messages, { server, system, model = MODELS.anthropic, ...more }) =>
  new Anthropic({ apiKey, baseURL: server.url, maxRetries: 0 }).messages.create({
    model,
    max_tokens: 64,
    messages,
    ...(system === undefined ? {} : { system }),
    ...more.request,
  }),
);

const gemini = client((contents, { server, system, model = MODELS.gemini }) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: server.url, apiVersion: "v1beta" } }).models.generateContent({
    model,
    contents,
    config: { systemInstruction: system },
  }),
);

/** AI SDK: ModelMessage[] through generateText. */
const aisdk = (languageModel) =>
  client((messages, { server, system, model }) =>
    generateText({ model: languageModel(server, model), messages, system, maxRetries: 0, allowSystemInMessages: true }),
  );

const aisdkAnthropic = aisdk((server, model = MODELS.anthropic) =>
  createAnthropic({ apiKey, baseURL: `${server.url}/v1` })(model),
);
const aisdkOpenAI = aisdk((server, model = MODELS.openai) =>
  createOpenAI({ apiKey, baseURL: `${server.url}/v1` })(model),
);
const aisdkOpenAIChat = aisdk((server, model = MODELS.openai) =>
  createOpenAI({ apiKey, baseURL: `${server.url}/v1` }).chat(model),
);
const aisdkGoogle = aisdk((server, model = MODELS.gemini) =>
  createGoogleGenerativeAI({ apiKey, baseURL: `${server.url}/v1beta` })(model),
);

/** LangChain: BaseMessage instances through ChatOpenAI. */
const langchain = client((messages, { server, model = MODELS.openai, useResponsesApi = false }) =>
  new ChatOpenAI({
    model,
    apiKey,
    useResponsesApi,
    maxRetries: 0,
    configuration: { baseURL: `${server.url}/v1` },
  }).invoke(messages),
);

/** OpenAI Agents: AgentInputItem[] through the model classes of its runner. */
const agents = (Model) =>
  client((input, { server, system, model = MODELS.openai }) =>
    // A model answers only inside a trace, as in a run; tracing itself is off.
    withTrace("conversation", () =>
      new Model(openaiClient(server), model).getResponse({
        input,
        systemInstructions: system,
        modelSettings: {},
        tools: [],
        handoffs: [],
        outputType: "text",
        tracing: false,
      }),
    ),
  );

export const clients = {
  chat,
  responses,
  anthropic,
  gemini,
  aisdkAnthropic,
  aisdkOpenAI,
  aisdkOpenAIChat,
  aisdkGoogle,
  langchain,
  agentsResponses: agents(OpenAIResponsesModel),
  agentsChat: agents(OpenAIChatCompletionsModel),
};

/** UIMessage[] (what useChat stores) through any of the AI SDK clients. */
export const sendUIMessages = async (send, uiMessages, options) => {
  try {
    return await send(await convertToModelMessages(uiMessages), options);
  } catch (error) {
    return { ok: false, status: undefined, message: String(error.message) };
  }
};

const PATHS = { chat: "/v1/chat/completions", responses: "/v1/responses", anthropic: "/v1/messages" };

/** The bare request, for bodies a client would not send: post('chat', body, { server }). */
export async function post(format, body, { server, model = MODELS.gemini }) {
  const path = PATHS[format] ?? `/v1beta/models/${model}:generateContent`;
  const reply = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { error } = await reply.json();
  return reply.ok ? { ok: true } : { ok: false, status: reply.status, message: error.message };
}
