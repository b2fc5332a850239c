import type { IncomingMessage } from "node:http";
import { failure } from "../answers.js";
import { Incoming } from "../incoming.js";
import { type Outlet, type Turn, write } from "../outlet.js";
import type { Outline } from "../requests.js";
import type { Session } from "../session.js";
import type { Report } from "../settings.js";
import { headersFor } from "./headers.js";
import { open, refusal, responseTo, send, typeOf, unreachable } from "./request.js";
import { readBody, readEvents } from "./stream.js";

/** Milliseconds before a stream is resumed, unless the server sets a delay. */
const RETRY = 1000;
const MOST_RETRIES = 5;
/** Milliseconds for open requests after the client has closed, and for the end of the session after that. */
const CLOSING = 10_000;
const LAST_WORD = 1000;

const isRequest = ({ id, method }: Outline): boolean => id !== undefined && method !== undefined;

/** Server at a URL: sends each message of the client as a POST, and passes the responses on to the client. */
export class HttpServer implements Outlet {
  readonly #url: URL;
  readonly #session: Session;
  readonly #client: Outlet;
  readonly #report: Report;
  readonly #extra: Readonly<Record<string, string>>;
  readonly #streams = new Set<IncomingMessage>();
  readonly #running = new Set<Promise<unknown>>();
  /** Promise that the next message has to wait for. */
  #before: Promise<unknown> = Promise.resolve();
  #sessionId: string | undefined;
  #isClosed = false;
  #messages: Outline[] = [];

  constructor(url: URL, headers: Readonly<Record<string, string>>, session: Session, client: Outlet, report: Report) {
    this.#url = url;
    this.#extra = headers;
    this.#session = session;
    this.#client = client;
    this.#report = report;
  }

  /** Announces a message of the next body; called once for each message of a batch. */
  notify(message: Outline): void {
    this.#messages.push(message);
  }

  async message(bytes: string | Buffer): Promise<void> {
    const messages = this.#takePending();
    await this.#before;
    const headers = this.#headers(messages[0]);
    this.#follow(messages, send(this.#url, { method: "POST", headers }, bytes));
  }

  async begin(): Promise<Turn> {
    await this.#before;
    // The kind of a large message is known only at its end.
    const request = open(this.#url, { method: "POST", headers: this.#headers(undefined) });
    const response = responseTo(request);
    response.catch(() => {});
    return {
      piece: async (bytes) => write(request, bytes),
      end: async () => {
        request.end();
        this.#follow(this.#takePending(), response);
      },
    };
  }

  /** Waits for open requests, and ends the session. */
  async close(hurry: Promise<unknown>): Promise<void> {
    await Promise.race([Promise.all(this.#running), hurry, after(CLOSING)]);
    this.#isClosed = true;
    for (const stream of this.#streams) stream.destroy();
    if (this.#sessionId === undefined) return;
    const ended = send(this.#url, { method: "DELETE", headers: this.#headers(undefined) });
    await Promise.race([ended.catch(() => {}), after(LAST_WORD)]);
  }

  #takePending(): Outline[] {
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  #headers(message: Outline | undefined): Record<string, string> {
    const agreed = { sessionId: this.#sessionId, protocol: this.#session.protocol };
    return { ...headersFor(message, agreed), ...this.#extra };
  }

  /**
   * Handles a response. Requests do not wait for each other, but all wait for the handshake, and for the head of the
   * response to anything that is not a request.
   */
  #follow(messages: readonly Outline[], response: Promise<IncomingMessage>): void {
    const head = response.then(
      (there) => this.#begins(there, messages),
      (error: unknown) => this.#fail(messages, unreachable(this.#url, error)).then(() => undefined),
    );
    const body = head.then((there) => there && this.#body(there, messages));
    this.#running.add(body);
    void body.finally(() => this.#running.delete(body));
    if (messages.some(({ method }) => method === "initialize")) this.#before = body;
    else if (!messages.some(isRequest)) this.#before = head;
  }

  /** Handles the head of a response. Returns the response if its body may hold messages for the client. */
  async #begins(response: IncomingMessage, messages: readonly Outline[]): Promise<IncomingMessage | undefined> {
    const { statusCode: status = 0, headers } = response;
    if (status < 200 || status >= 300) {
      await this.#fail(messages, await refusal(this.#url, response));
      return undefined;
    }
    const id = headers["mcp-session-id"];
    if (typeof id === "string") this.#sessionId = id;
    if (messages.some(({ method }) => method === "notifications/initialized")) void this.#listen(undefined);
    return response;
  }

  async #body(response: IncomingMessage, messages: readonly Outline[]): Promise<void> {
    const type = typeOf(response);
    if (type === "text/event-stream") return this.#events(response, messages);
    if (type !== "application/json") response.resume();
    else if (await readBody(response, new Incoming(this.#session, this.#client))) {
      return this.#fail(messages, "the server's answer has another id", true);
    }
    return this.#fail(messages, `the server's response (${response.statusCode} ${type}) is no answer`, true);
  }

  /** Reads a stream of events. Resumes it if it ends before the answer and the server supports that. */
  async #events(response: IncomingMessage, messages: readonly Outline[]): Promise<void> {
    const { id, retry } = await this.#read(response);
    if (id !== undefined && messages.some((message) => this.#waits(message))) {
      await this.#listen({ id, retry, until: () => !messages.some((message) => this.#waits(message)) });
    }
    await this.#fail(messages, "the server's stream ended before the answer", true);
  }

  async #read(response: IncomingMessage): Promise<{ id: string | undefined; retry: number | undefined }> {
    this.#streams.add(response);
    const end = await readEvents(response, this.#session, this.#client);
    this.#streams.delete(response);
    return end;
  }

  /** Reads the stream of the server's own messages, or the rest of a stream that broke off. */
  async #listen(rest: { id: string; retry: number | undefined; until: () => boolean } | undefined): Promise<void> {
    let id = rest?.id;
    let pause = rest?.retry ?? RETRY;
    let failures = 0;
    while (!this.#isClosed && failures <= MOST_RETRIES && !rest?.until()) {
      if (id !== undefined || failures > 0) await after(pause);
      if (this.#isClosed) return;
      const headers: Record<string, string> = { ...this.#headers(undefined), accept: "text/event-stream" };
      delete headers["content-type"];
      if (id !== undefined) headers["last-event-id"] = id;
      const response = await send(this.#url, { method: "GET", headers }).catch(() => undefined);
      if (response && (response.statusCode !== 200 || typeOf(response) !== "text/event-stream")) {
        // 405: the server has no such stream.
        response.resume();
        return;
      }
      const end = response && (await this.#read(response));
      failures = end?.id === undefined ? failures + 1 : 0;
      id = end?.id ?? id;
      pause = end?.retry ?? pause;
    }
  }

  #waits(message: Outline): boolean {
    return isRequest(message) && this.#session.requests.get(message.id) !== undefined;
  }

  /** Answers each request that still waits with an error. With `ifAny` nothing is reported if none does. */
  async #fail(messages: readonly Outline[], reason: string, ifAny = false): Promise<void> {
    const waiting = messages.filter((message) => this.#waits(message));
    if ((waiting.length > 0 || !ifAny) && !this.#isClosed) this.#report(reason);
    for (const { id } of waiting) {
      this.#session.requests.take(id);
      await this.#client.message(failure(id, reason));
    }
  }
}

const after = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
