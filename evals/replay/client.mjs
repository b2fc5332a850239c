// Asks a model for its next action, through the official client: it waits as long as `Retry-After` says, up to a minute, and
// retries after timeouts and server errors. Longer waits are handled here; other errors are classified.

import { setTimeout as sleep } from "node:timers/promises";

import OpenAI from "openai";
import { parsed } from "../../compare/history/read.mjs";

/** Messages of endpoints that do not use the code `context_length_exceeded`. */
const TOO_LONG =
  /context[ _](?:length|window|size)|maximum context|too many tokens|prompt is too long|input is too long|exceeds? the (?:available|model'?s) context/i;

/** `Retry-After` values, in seconds, that the client ignores and this module honours. */
const LONG_WAIT = { from: 60, to: 3600 };
const LONG_WAITS = 3;

export const newClient = ({ baseUrl, apiKey, timeout, retries }) =>
  new OpenAI({ baseURL: baseUrl, apiKey, timeout, maxRetries: retries, logLevel: "off" });

/**
 * `{ calls, text, usage, ms }`, or `{ error, message, ms }`: `error` is "context", "rate", "timeout", "connection",
 * "refused" (4xx) or "server".
 */
export async function ask(client, request, wait = (seconds) => sleep(1000 * seconds)) {
  for (let waited = 0; ; waited += 1) {
    const answer = await askOnce(client, request);
    const { retryAfter, ...rest } = answer;
    if (!(retryAfter > LONG_WAIT.from && retryAfter <= LONG_WAIT.to) || waited === LONG_WAITS) return rest;
    await wait(retryAfter);
  }
}

async function askOnce(client, { model, messages, tools, temperature, maxTokens, headers }) {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const body = { model, messages, tools, tool_choice: "auto" };
    if (temperature !== undefined) body.temperature = temperature;
    if (maxTokens !== undefined) body.max_tokens = maxTokens;
    const { choices, usage } = await client.chat.completions.create(body, { headers });
    const message = choices?.[0]?.message;
    if (message === undefined) return { error: "server", message: "the answer has no message", ms: elapsed() };
    const calls = (message.tool_calls ?? []).map(({ function: called, custom }) => ({
      name: called?.name ?? custom?.name ?? "",
      args: parsed(called?.arguments ?? custom?.input ?? "{}"),
    }));
    return { calls, text: message.content ?? "", usage, ms: elapsed() };
  } catch (error) {
    const kind = kindOf(error);
    const retryAfter = kind === "rate" ? Number(error.headers?.get("retry-after") ?? Number.NaN) : undefined;
    return { error: kind, message: String(error.message).slice(0, 300), ms: elapsed(), retryAfter };
  }
}

export function kindOf(error) {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return "timeout";
  if (error instanceof OpenAI.APIConnectionError) return "connection";
  const { status, code, message } = error;
  if (code === "context_length_exceeded" || status === 413) return "context";
  if ((status === 400 || status === 422) && TOO_LONG.test(message)) return "context";
  if (status === 429) return "rate";
  if (status === 408 || status === 504) return "timeout";
  return status >= 400 && status < 500 ? "refused" : "server";
}

/** Whether asking again may help: such answers are not kept when a run is resumed. */
export const isTransient = (error) => ["rate", "timeout", "connection", "server"].includes(error);
