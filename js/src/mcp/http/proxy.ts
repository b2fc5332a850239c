import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import type { ClientStreams } from "../client.js";
import { Incoming, SMALL } from "../incoming.js";
import { StreamOutlet, write } from "../outlet.js";
import type { Outline } from "../requests.js";
import { failure, type Session } from "../session.js";
import type { Report } from "../settings.js";
import { EventCopy } from "./event-copy.js";
import { open, responseTo, typeOf, unreachable } from "./request.js";
import { Sessions } from "./sessions.js";

type Headers = Readonly<Record<string, string | string[]>>;

/** Headers of one connection, and those that are not true of what the proxy sends. */
const NOT_PASSED = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "expect"],
  ...["host", "content-length", "accept-encoding"],
]);

/** Listens on 127.0.0.1 and passes requests on to a server behind an address. Resolves when a signal ends it. */
export async function runProxy(
  newSession: () => Session,
  url: URL,
  headers: readonly (readonly [string, string])[],
  port: number,
  streams: ClientStreams,
): Promise<number> {
  const sessions = new Sessions(newSession);
  const extra = Object.fromEntries(headers);
  const server = createServer((request, response) => {
    new Exchange(url, extra, sessions, streams.report, request, response).run().catch((error: unknown) => {
      streams.report(`a request failed: ${error instanceof Error ? error.message : error}`);
      response.destroy();
    });
  });
  // An answer may take as long as it takes.
  server.requestTimeout = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      // This machine only: the headers may hold credentials.
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (error) {
    streams.report(`--port: ${port} cannot be listened on: ${(error as Error).message}`);
    return 1;
  }
  streams.report(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}${url.pathname}`);
  await streams.stopped;
  server.close();
  server.closeAllConnections();
  return 0;
}

/** One request of a client, and its response. */
class Exchange {
  readonly #url: URL;
  readonly #extra: Headers;
  readonly #sessions: Sessions;
  readonly #report: Report;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(
    url: URL,
    extra: Headers,
    sessions: Sessions,
    report: Report,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#url = url;
    this.#extra = extra;
    this.#sessions = sessions;
    this.#report = report;
    this.#request = request;
    this.#response = response;
  }

  async run(): Promise<void> {
    const refused = refusedBy(this.#request.headers);
    if (refused) return this.#answer(403, failure(null, refused));
    const id = this.#request.headers["mcp-session-id"];
    const session = this.#sessions.get(typeof id === "string" ? id : undefined);
    const body = this.#request.method === "POST" ? await smallBody(this.#request) : undefined;
    const messages = body?.isWhole ? messagesIn(body.bytes) : [];
    const [only] = messages;
    if (messages.length === 1 && only && session.isOwn(only)) return this.#answer(200, await session.answer(only));
    for (const message of messages) session.requests.add(message);
    await this.#pass(session, body);
  }

  async #pass(session: Session, body: SmallBody | undefined): Promise<void> {
    const { method = "GET" } = this.#request;
    const request = open(this.#target(), { method, headers: { ...passed(this.#request.headers), ...this.#extra } });
    const head = responseTo(request);
    head.catch(() => {});
    this.#response.once("close", () => request.destroy());
    if (body) await write(request, body.bytes);
    if (body?.isWhole === false || (!body && method !== "GET" && method !== "DELETE")) {
      await pipeline(this.#request, request).catch(() => {});
    } else request.end();
    let response: IncomingMessage;
    try {
      response = await head;
    } catch (error) {
      const reason = unreachable(this.#url, error);
      this.#report(reason);
      const messages = body?.isWhole ? messagesIn(body.bytes) : [];
      for (const { id } of messages) session.requests.take(id);
      return this.#answer(502, failure(messages[0]?.id ?? null, reason));
    }
    await this.#back(response, session);
  }

  async #back(response: IncomingMessage, session: Session): Promise<void> {
    const { statusCode: status = 502, headers } = response;
    const id = headers["mcp-session-id"];
    if (typeof id === "string") this.#sessions.set(id, session);
    if (this.#request.method === "DELETE" && status < 300)
      this.#sessions.delete(this.#request.headers["mcp-session-id"]);
    const type = typeOf(response);
    this.#response.writeHead(status, { ...passed(headers) });
    if (type === "text/event-stream") {
      this.#response.flushHeaders();
      await new EventCopy(session, this.#response).read(response);
    } else if (type === "application/json" && status < 300) {
      const incoming = new Incoming(session, new StreamOutlet(this.#response, "", ""));
      for await (const piece of response as AsyncIterable<Buffer>) await incoming.push(piece);
      await incoming.end();
    } else {
      await pipeline(response, this.#response).catch(() => {});
      return;
    }
    this.#response.end();
  }

  /** The server's own path for its address here; every other path, such as those for sign-in, is one of the same host. */
  #target(): URL {
    const asked = new URL(this.#request.url ?? "/", "http://127.0.0.1");
    const isServer = asked.pathname === this.#url.pathname || asked.pathname === "/" || asked.pathname === "/mcp";
    const target = new URL(isServer ? this.#url.pathname : asked.pathname, this.#url);
    target.search = asked.search || this.#url.search;
    return target;
  }

  #answer(status: number, body: string): void {
    this.#request.resume();
    this.#response.writeHead(status, { "content-type": "application/json" }).end(body);
  }
}

/** A page in a browser must not reach a server through us (DNS rebinding). */
function refusedBy({ host, origin }: IncomingHttpHeaders): string | undefined {
  const name = (authority: string): string => authority.replace(/:\d+$/, "").toLowerCase();
  const isLocal = (authority: string): boolean => ["127.0.0.1", "localhost", "[::1]"].includes(name(authority));
  if (!isLocal(host ?? "")) return `host: ${JSON.stringify(host ?? "")} is not 127.0.0.1 or localhost`;
  if (origin === undefined || origin === "null") return undefined;
  return isLocal(origin.replace(/^https?:\/\//, "")) ? undefined : `origin: ${JSON.stringify(origin)} is not local`;
}

function passed(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const kept = Object.entries(headers).filter(([name]) => !NOT_PASSED.has(name) && !named.includes(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

interface SmallBody {
  readonly bytes: Buffer;
  /** False: there is more to read. */
  readonly isWhole: boolean;
}

/** A body up to the size that is read at once, or the beginning of a larger one. */
async function smallBody(request: IncomingMessage): Promise<SmallBody> {
  const pieces: Buffer[] = [];
  let size = 0;
  const whole = new Promise<boolean>((resolve) => {
    request.on("data", (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size > SMALL) {
        request.pause();
        resolve(false);
      }
    });
    request.once("end", () => resolve(true));
    request.once("error", () => resolve(true));
  });
  const isWhole = await whole;
  request.removeAllListeners("data");
  return { bytes: Buffer.concat(pieces), isWhole };
}

function messagesIn(bytes: Buffer): Outline[] {
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    return (Array.isArray(parsed) ? parsed : [parsed]).filter((item) => typeof item === "object" && item !== null);
  } catch {
    return [];
  }
}
