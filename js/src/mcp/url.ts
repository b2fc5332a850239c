import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { parse } from "../core.js";
import type { Client } from "./client.js";
import type { Server } from "./connection.js";
import { Held, type Line, linesOf, withLineFeeds } from "./lines.js";
import { failure, isRequest, type Message, messageOf } from "./messages.js";
import type { Session } from "./session.js";

/** Milliseconds for open requests after the client has closed, and for the end of the session after that. */
const CLOSING = 10_000;
const LAST_WORD = 1000;
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 5,
};
/** Maximum chars of a server's words that an error quotes. */
const LONGEST_QUOTE = 500;
/** Ids of events that a stream can be resumed from: what fits in a header. */
const EVENT_ID = /^[ -~\x80-\xff]{1,8192}$/;
/** Bounds of a server's delay in milliseconds: 0 would be a loop without rest, and timers do not count further. */
const SHORTEST_RETRY = 1000;
const LONGEST_RETRY = 2 ** 31 - 1;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");
/** Event that shows the transport an answer, so that it does not resume the stream. */
const ANSWERED = 'data: {"jsonrpc":"2.0","id":0,"result":{}}\n';
const VERSION = "io.modelcontextprotocol/protocolVersion";

/** A line of the client, and the messages in it. */
interface Sent {
  readonly bytes: string | Buffer;
  readonly messages: readonly Message[];
}

/** A stream of events. */
interface Stream {
  /** True if it has to answer requests; others bring the server's own messages. */
  readonly hasRequests: boolean;
  /** Ids of its requests that still wait. */
  open: readonly unknown[];
  /** Its last event id, in place of which the transport gets `key`; "" if it cannot be resumed. */
  last: string;
  key: string;
  /** Number of failed tries to resume it, one after the other. */
  failures: number;
}

/**
 * A server at a URL. The SDK's transport keeps the session and resumes streams, but it would parse and rewrite each
 * message. So it gets stand-ins, and the real bytes pass beside it, in the function that it calls in place of `fetch`.
 */
export class UrlServer implements Server {
  readonly gone = undefined;
  readonly #session: Session;
  readonly #client: Client;
  readonly #transport: StreamableHTTPClientTransport;
  /** Lines that the transport is sending, by the number that is their stand-in's body. */
  readonly #sending = new Map<number, Sent>();
  readonly #address: string;
  /** Streams that can be resumed, by key. */
  readonly #streams = new Map<string, Stream>();
  #count = 0;
  #isClosed = false;
  /** Promise that the next message has to wait for. */
  #before: Promise<void> | undefined;

  constructor(url: URL, headers: Readonly<Record<string, string>>, session: Session, client: Client) {
    this.#session = session;
    this.#client = client;
    this.#address = url.href;
    this.#transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { ...headers } },
      reconnectionOptions: RECONNECTION,
      fetch: (target, init = {}) => this.#fetch(new URL(target), init),
    });
    this.#transport.onerror = ({ message }) => {
      if (!message.startsWith("Maximum reconnection attempts")) return;
      // It does not say which stream.
      for (const stream of this.#streams.values()) {
        if (stream.failures >= RECONNECTION.maxRetries) void this.#notResumed(stream);
      }
    };
    void this.#transport.start();
  }

  /** Sends a line. Requests do not wait for each other, but all wait for the handshake and for notifications. */
  async send(bytes: string | Buffer, messages: readonly Message[]): Promise<void> {
    // A blank line means nothing, but would be a request of its own.
    if (messages.length === 0 && bytes.toString().trim() === "") return;
    await this.#before;
    const { protocol } = this.#session;
    if (protocol !== undefined) this.#transport.setProtocolVersion(protocol);
    this.#count += 1;
    const count = this.#count;
    this.#sending.set(count, { bytes, messages });
    const shapes = messages.map(({ id, method }) => ({
      jsonrpc: "2.0" as const,
      ...(id !== undefined && { id: id as string }),
      ...(method !== undefined && { method: method as string }),
    }));
    const standIn = Object.defineProperty(shapes.length === 1 ? shapes[0] : shapes, "toJSON", { value: () => count });
    const sent = this.#transport
      .send(standIn as Parameters<StreamableHTTPClientTransport["send"]>[0])
      .catch((error: unknown) => this.#fail(requestIds(messages), messageOf(error)))
      .finally(() => this.#sending.delete(count));
    if (!messages.some(isRequest) || messages.some(({ method }) => method === "initialize")) this.#before = sent;
  }

  /** Waits for open requests, and ends the session. */
  async close(hurry: Promise<void>): Promise<number> {
    let isLate = false;
    void Promise.race([hurry, setTimeout(CLOSING)]).then(() => (isLate = true));
    while (!isLate && this.#session.requests.isWaitedFor) await setTimeout(20);
    this.#isClosed = true;
    await Promise.race([this.#transport.terminateSession().catch(() => {}), setTimeout(LAST_WORD)]);
    await this.#transport.close();
    return 0;
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    const sent = init.method === "POST" ? this.#sending.get(Number(init.body)) : undefined;
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...(sent && headersFor(sent.messages)) };
    const key = headers["last-event-id"];
    const stream = key === undefined ? this.#streamFor(sent?.messages) : this.#streams.get(key);
    // Nothing is to be resumed any more. By this status the transport lets the stream be.
    if (!stream || (key !== undefined && this.#isAnswered(stream))) return new Response(null, { status: 405 });
    if (key !== undefined) headers["last-event-id"] = stream.last;
    const fails = (): void => {
      // A redirect is part of the same try.
      if (url.href === this.#address) stream.failures += 1;
    };
    const response = await ask(url, { ...init, headers }, sent?.bytes).catch((error: unknown) => {
      fails();
      throw error;
    });
    const { statusCode: status = 0 } = response;
    const type = (response.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
    const head = { status, headers: Object.entries(response.headers).map(([name, value]) => [name, `${value}`]) };
    if (status >= 400 && sent) throw new Error(await refusal(url, response));
    const isGood = status >= 200 && status < 300;
    if (isGood && type === "text/event-stream") {
      stream.failures = 0;
      const events = Readable.from(this.#events(response, stream));
      return new Response(Readable.toWeb(events) as unknown as BodyInit, head as ResponseInit);
    }
    fails();
    // The transport tries again after other failures.
    if (key !== undefined && (isGood || status === 405)) await this.#notResumed(stream);
    const isAnswer = isGood && sent?.messages.some(isRequest) === true;
    if (isAnswer && type === "application/json") {
      const held = new Held();
      for await (const piece of response) held.add(piece);
      await this.#deliver(held.take(), stream);
      await this.#fail(stream.open, "the server's answer has another id", true);
    } else response.resume();
    if (isAnswer) await this.#fail(stream.open, `the server's response (${status} ${type}) is no answer`, true);
    // The body was delivered, or is of no use.
    return new Response(null, { ...head, status: isAnswer ? 202 : status } as ResponseInit);
  }

  #streamFor(messages: readonly Message[] = []): Stream {
    const open = requestIds(messages).filter((id) => this.#session.requests.has(id));
    return { hasRequests: open.length > 0, open, last: "", key: "", failures: 0 };
  }

  /** Returns `true` if no request of a stream waits any more. An answer may also have come by another stream. */
  #isAnswered(stream: Stream): boolean {
    stream.open = stream.open.filter((id) => this.#session.requests.has(id));
    return stream.hasRequests && stream.open.length === 0;
  }

  /** Delivers the messages of a stream of events, and yields their stand-ins. */
  async *#events(response: IncomingMessage, stream: Stream): AsyncGenerator<Buffer> {
    const data = new Held();
    let [id, retry, isMessage, isFirst] = ["", "", true, true];
    try {
      // The transport forgets the id when it has resumed the stream, and would ask for another stream next time.
      if (stream.key !== "") yield Buffer.from(`id: ${stream.key}\ndata:\n\n`);
      for await (const { bytes: raw, size } of linesOf(withLineFeeds(response))) {
        const bytes = isFirst && raw.indexOf(BYTE_ORDER_MARK) === 0 ? raw.subarray(BYTE_ORDER_MARK.length) : raw;
        isFirst = false;
        const [, name = "", space = ""] =
          /^(data|id|event|retry)(?::( ?)|$)/.exec(bytes.toString("latin1", 0, 8)) ?? [];
        const value = bytes.subarray(name.length + 1 + space.length);
        if (name === "data") {
          if (data.size > 0) data.add(Buffer.from("\n"));
          data.add(value, value.length + size - raw.length);
        } else if (name === "event") isMessage = value.length === 0 || value.toString() === "message";
        else if (name === "id") id = size === raw.length ? (EVENT_ID.exec(value.toString("latin1"))?.[0] ?? "") : "";
        else if (name === "retry") retry = retryOf(value);
        if (bytes.length > 0) continue;
        const line = data.take();
        if (line.size > 0 && isMessage) await this.#deliver(line, stream);
        if (id !== "") this.#canResume(stream, id);
        const known = stream.key === "" ? "" : `id: ${stream.key}\n`;
        yield Buffer.from(`${retry}${known}${this.#isAnswered(stream) ? ANSWERED : "data:\n"}\n`);
        [id, retry, isMessage] = ["", "", true];
      }
    } catch {
      // A stream that breaks ends like others: with an error, the transport would drop the events that it has not read.
    } finally {
      if (this.#isAnswered(stream)) this.#streams.delete(stream.key);
      else if (stream.key === "") await this.#fail(stream.open, "the server's stream ended before the answer", true);
    }
    if (this.#isAnswered(stream)) yield Buffer.from(`${ANSWERED}\n`);
  }

  #canResume(stream: Stream, id: string): void {
    stream.last = id;
    if (stream.key !== "") return;
    this.#count += 1;
    stream.key = `${this.#count}`;
    this.#streams.set(stream.key, stream);
  }

  async #deliver(line: Line, stream: Stream): Promise<void> {
    const message = this.#session.fromServerLine(line);
    // Found out before the client gets the answer, after which it may use the id again.
    this.#isAnswered(stream);
    if (message === undefined) return;
    // In valid JSON a line feed is white space, but it would end the client's line.
    const isOneLine = typeof message === "string" || !message.includes("\n");
    await this.#client.outlet.message(isOneLine ? message : message.toString().replace(/[\r\n]/g, " "));
  }

  async #notResumed(stream: Stream): Promise<void> {
    this.#streams.delete(stream.key);
    const reason = "the server's stream ended before the answer, and could not be resumed";
    await this.#fail(stream.open, reason, true);
  }

  /** Answers each request that still waits with an error. With `ifAny` nothing is reported if none does. */
  async #fail(ids: readonly unknown[], reason: string, ifAny = false): Promise<void> {
    const waiting = ids.filter((id) => this.#session.requests.take(id));
    if ((waiting.length > 0 || !ifAny) && !this.#isClosed) this.#client.report(reason);
    for (const id of waiting) await this.#client.outlet.message(failure(id, reason));
  }
}

const requestIds = (messages: readonly Message[]): unknown[] => messages.filter(isRequest).map(({ id }) => id);

/** Returns the field with a server's delay before a stream is resumed, in bounds; "" if it is not a number. */
function retryOf(value: Buffer): string {
  const digits = /^\d+$/.exec(value.toString("latin1"))?.[0];
  if (digits === undefined) return "";
  return `retry: ${Math.min(LONGEST_RETRY, Math.max(SHORTEST_RETRY, Number(digits)))}\n`;
}

/** From 2026 on the protocol repeats members of a request in its headers. */
function headersFor([message]: readonly Message[]): Record<string, string> {
  const { name, uri, _meta } = (message?.params ?? {}) as Readonly<Record<string, unknown>>;
  const stated = (_meta as Readonly<Record<string, unknown>> | null | undefined)?.[VERSION];
  const method = message?.method;
  if (typeof stated !== "string" || typeof method !== "string") return {};
  const named = name ?? uri;
  const isHeader = typeof named === "string" && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(named);
  return { "mcp-protocol-version": stated, "mcp-method": method, ...(isHeader && { "mcp-name": named }) };
}

/** Sends a request. Uses `node:http`, as `fetch` times out after 5 silent minutes. */
function ask(url: URL, init: RequestInit & { headers: Record<string, string> }, body?: string | Buffer) {
  const { method = "GET", headers, signal } = init;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === "https:" ? overHttps : overHttp;
    const request = send(url, { method, headers, ...(signal && { signal }) }, resolve);
    const fail = ({ message, code }: NodeJS.ErrnoException): void =>
      // If several addresses were tried, the error has no message of its own.
      reject(new Error(`${url.origin}${url.pathname} cannot be reached: ${message || code}`));
    request.on("error", fail);
    // A server that switches protocols gives neither a response nor an error.
    request.once("close", () => fail(new Error("the connection was closed before a response")));
    request.end(body);
  });
}

/** Describes a response that is not an answer, in one line. */
async function refusal(url: URL, response: IncomingMessage): Promise<string> {
  const held = new Held();
  try {
    for await (const piece of response) {
      held.add(piece);
      if (held.size > 4 * LONGEST_QUOTE) break;
    }
  } catch {
    // The bytes so far are enough.
  }
  const body = held.take().bytes.toString();
  const { message = body } = (parse(body) as { error?: { message?: unknown } } | null | undefined)?.error ?? {};
  const { statusCode: status, statusMessage } = response;
  const hint = status === 401 ? '; --header "Authorization: Bearer <token>" can give credentials' : "";
  const words = String(message).slice(0, LONGEST_QUOTE);
  return `HTTP ${status} ${statusMessage} from ${url.origin}${url.pathname}${hint}${words === "" ? "" : `: ${words}`}`;
}
