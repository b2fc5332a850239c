import { createParser } from "eventsource-parser";
import {
  brokenOff,
  failureOfStatus,
  GatewayError,
  malformed,
  notUnderstood,
  redirected,
  shown,
  type Target,
  unreachable,
} from "./errors.js";
import { hiding, mistakeIn } from "./key.js";
import type { RequestBody } from "./translate/request.js";

/** An event of a response; which members it has depends on its type. */
export interface ResponseEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/**
 * An OpenAI-compatible endpoint with the Open Responses API. Uses nothing but `fetch`: it runs in Node and in browsers.
 */
export class Endpoint {
  readonly #base: URL;
  readonly #key: string | undefined;
  readonly #hide: (text: string) => string;

  constructor(baseUrl: string, key: string | undefined) {
    this.#base = new URL(baseUrl);
    this.#key = key;
    this.#hide = hiding(key);
  }

  /** Whom a failure is about. */
  target(path: string, model?: string): Target {
    // Without the query: some put a key there, and this is shown.
    const address = `${this.#base.origin}${this.#pathOf(path)}`;
    return { address, model, hasKey: this.#key !== undefined, hide: this.#hide };
  }

  /** What `GET /models` lists, as it is. */
  async models(signal: AbortSignal): Promise<readonly unknown[]> {
    const target = this.target("/models");
    const response = await this.#fetch("/models", target, { method: "GET", signal });
    const list = await jsonOf(response, target, signal);
    const { data } = (list ?? {}) as { data?: unknown };
    if (Array.isArray(data)) return data;
    if (Array.isArray(list)) return list;
    throw notUnderstood(target, "JSON without a list");
  }

  /** The events of a response, as they come. Whoever stops reading closes the connection. */
  async *respond(body: RequestBody, signal: AbortSignal): AsyncGenerator<ResponseEvent, void, undefined> {
    const target = this.target("/responses", body.model);
    const response = await this.#fetch("/responses", target, {
      method: "POST",
      signal,
      // A conversation goes to the host that the user named, and to no other.
      redirect: "manual",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    });
    const type = response.headers.get("Content-Type") ?? "";
    if (type.includes("json")) {
      // An endpoint that does not stream.
      yield { type: "response.completed", response: await jsonOf(response, target, signal) };
      return;
    }
    if (type.includes("html") || response.body === null) throw notUnderstood(target, shown(type) || "nothing");
    yield* eventsOf(response.body, target, signal);
  }

  #pathOf(path: string): string {
    return `${this.#base.pathname.replace(/\/+$/, "")}${path}`;
  }

  async #fetch(path: string, target: Target, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#key !== undefined) {
      const mistake = mistakeIn(this.#key);
      if (mistake !== undefined) {
        throw new GatewayError("no-permission", `${mistake} Set it with the command "tooltrim gateway: Set API Key".`);
      }
      headers.set("Authorization", `Bearer ${this.#key}`);
    }
    let response: Response;
    try {
      response = await fetch(`${this.#base.origin}${this.#pathOf(path)}${this.#base.search}`, { ...init, headers });
    } catch (error) {
      init.signal?.throwIfAborted();
      throw unreachable(error, target);
    }
    if (response.ok) return response;
    const { status } = response;
    // Web pages are not told where it leads.
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      await response.body?.cancel().catch(() => {});
      throw redirected(response.headers.get("Location"), target);
    }
    const said = await response.text().catch(() => "");
    throw failureOfStatus(status, said, response.headers.get("Retry-After"), target);
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
  const waiting: (ResponseEvent | GatewayError)[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const read = eventOf(data, event, target);
      if (read !== undefined) waiting.push(read);
    },
  });
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // The last event counts without its blank line, too.
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
      for (const read of waiting.splice(0)) {
        if (!(read instanceof GatewayError)) yield read;
        // Half an event at the end is none: the answer broke off.
        else if (!done) throw read;
      }
      if (done) return;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GatewayError ? error : brokenOff(target, error);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * Undefined for what says nothing: marks of the end, and of being alive. A failure waits for its turn, behind the
 * events before it.
 */
function eventOf(data: string, name: string | undefined, target: Target): ResponseEvent | GatewayError | undefined {
  if (data.trim() === "" || data === "[DONE]") return undefined;
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return malformed(target, "an event that is no JSON");
  }
  if (typeof event !== "object" || event === null) return undefined;
  if ("type" in event && typeof event.type === "string") return event as ResponseEvent;
  // Some endpoints name it only beside the data, and tell failures without any type.
  if (name === "error" || name?.startsWith("response.")) return { ...event, type: name };
  if ("error" in event && event.error) return { ...event, type: "error" };
  return undefined;
}
