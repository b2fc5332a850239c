import { createParser } from "eventsource-parser";
import {
  brokenOff,
  failureOfStatus,
  GatewayError,
  malformed,
  notUnderstood,
  type Target,
  unreachable,
} from "./errors.js";
import type { RequestBody } from "./translate/request.js";

/** An event of a response; which members it has depends on its type. */
export interface ResponseEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** An OpenAI-compatible endpoint with the Open Responses API. Uses nothing but `fetch`: it runs in Node and in browsers. */
export class Endpoint {
  readonly #baseUrl: string;
  readonly #key: string | undefined;

  constructor(baseUrl: string, key: string | undefined) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Whom a failure is about. */
  target(path: string, model?: string): Target {
    return { address: `${this.#baseUrl}${path}`, model, hasKey: this.#key !== undefined };
  }

  /** What `GET /models` lists, as it is. */
  async models(signal: AbortSignal): Promise<readonly unknown[]> {
    const target = this.target("/models");
    const response = await this.#fetch(target, { method: "GET", signal });
    const list = await jsonOf(response, target, signal);
    const { data } = (list ?? {}) as { data?: unknown };
    if (Array.isArray(data)) return data;
    if (Array.isArray(list)) return list;
    throw notUnderstood(target, "JSON without a list");
  }

  /** The events of a response, as they come. Whoever stops reading closes the connection. */
  async *respond(body: RequestBody, signal: AbortSignal): AsyncGenerator<ResponseEvent, void, undefined> {
    const target = this.target("/responses", body.model);
    const response = await this.#fetch(target, {
      method: "POST",
      signal,
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    });
    const type = response.headers.get("Content-Type") ?? "";
    if (type.includes("json")) {
      // An endpoint that does not stream.
      yield { type: "response.completed", response: await jsonOf(response, target, signal) };
      return;
    }
    if (type.includes("html") || response.body === null) throw notUnderstood(target, type || "nothing");
    yield* eventsOf(response.body, target, signal);
  }

  async #fetch(target: Target, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#key !== undefined) headers.set("Authorization", `Bearer ${this.#key}`);
    let response: Response;
    try {
      response = await fetch(target.address, { ...init, headers });
    } catch (error) {
      init.signal?.throwIfAborted();
      throw unreachable(error, target);
    }
    if (response.ok) return response;
    const said = await response.text().catch(() => "");
    throw failureOfStatus(response.status, this.#hidden(said), response.headers.get("Retry-After"), target);
  }

  /** Some endpoints quote the key that they refuse, and errors are shown and logged. */
  #hidden(text: string): string {
    return this.#key ? text.replaceAll(this.#key, "[the key]") : text;
  }
}

async function jsonOf(response: Response, target: Target, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SyntaxError ? notUnderstood(target, "something else than JSON") : brokenOff(target, error);
  }
}

async function* eventsOf(
  stream: ReadableStream<Uint8Array>,
  target: Target,
  signal: AbortSignal,
): AsyncGenerator<ResponseEvent, void, undefined> {
  const waiting: ResponseEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") waiting.push(eventOf(data, target));
    },
  });
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* waiting.splice(0);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GatewayError ? error : brokenOff(target, error);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function eventOf(data: string, target: Target): ResponseEvent {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    throw malformed(target, "an event that is no JSON");
  }
  if (typeof event === "object" && event !== null && "type" in event && typeof event.type === "string") {
    return event as ResponseEvent;
  }
  // Some endpoints tell failures without a type.
  if (typeof event === "object" && event !== null && "error" in event) return { ...event, type: "error" };
  throw malformed(target, "an event without a type");
}
