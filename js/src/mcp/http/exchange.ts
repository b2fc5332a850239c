import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { failure } from "../answers.js";
import { Incoming } from "../incoming.js";
import { StreamOutlet, write } from "../outlet.js";
import { type Outline, Requests } from "../requests.js";
import type { Session } from "../session.js";
import type { Report } from "../settings.js";
import { messagesIn, type SmallBody, smallBody } from "./body.js";
import { EventCopy } from "./event-copy.js";
import { refusedRequest, refusedSender } from "./gate.js";
import { INERT, passed } from "./pass.js";
import { Refused, shown } from "./refused.js";
import { isRedirect, open, refusal, responseTo, typeOf, unreachable } from "./request.js";
import type { Sessions } from "./sessions.js";
import { type Target, targetOf } from "./target.js";
import type { Admitted, Tokens } from "./token.js";

/** State shared by all exchanges of a port. */
export interface Served {
  readonly url: URL;
  readonly paths: readonly string[];
  readonly extra: Readonly<Record<string, string>>;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly report: Report;
}

/** A request that may go to the server. */
interface Accepted extends Admitted {
  readonly target: Target;
  readonly session: Session;
  /** Session id of the request. */
  readonly id: string | undefined;
  /** Requests without an answer. Per exchange if there is no session id, as clients then may use equal request ids. */
  readonly requests: Requests;
}

/** One request of a client, and its response. */
export class Exchange {
  readonly #served: Served;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(served: Served, request: IncomingMessage, response: ServerResponse) {
    this.#served = served;
    this.#request = request;
    this.#response = response;
  }

  async run(): Promise<void> {
    const accepted = this.#accept();
    if (accepted instanceof Refused) {
      return this.#answer(accepted.status, failure(null, accepted.reason), accepted.headers);
    }
    const { session, requests, target } = accepted;
    const isRead = this.#request.method === "POST" && target.isEndpoint;
    const body = isRead ? await smallBody(this.#request) : undefined;
    const messages = body?.isWhole ? messagesIn(body.bytes) : [];
    const [only] = messages;
    if (messages.length === 1 && only && session.isOwn(only)) return this.#answer(200, await session.answer(only));
    for (const message of messages) requests.add(message);
    await this.#pass(accepted, body, messages);
  }

  #accept(): Accepted | Refused {
    const { headers, url = "/" } = this.#request;
    const refused = refusedSender(headers);
    if (refused) return refused;
    const admitted = this.#served.tokens.admit(headers);
    if (admitted instanceof Refused) return admitted;
    const target = targetOf(this.#served.url, url, this.#served.paths);
    if (target instanceof Refused) return target;
    const unserved = refusedRequest(this.#request, target);
    if (unserved) return unserved;
    const id = target.isEndpoint ? sessionId(headers) : undefined;
    const session = this.#served.sessions.find(admitted.owner, id);
    // After a 404 a client begins a new session, as MCP requires.
    if (!session) return new Refused(404, `mcp-session-id: ${shown(id)} is no session of this client`);
    return { ...admitted, target, session, id, requests: id === undefined ? new Requests() : session.requests };
  }

  async #pass(accepted: Accepted, body: SmallBody | undefined, messages: readonly Outline[]): Promise<void> {
    const { method = "GET" } = this.#request;
    const headers = { ...passed(accepted.headers), ...this.#served.extra };
    const request = open(accepted.target.url, { method, headers });
    const head = responseTo(request);
    head.catch(() => {});
    this.#response.once("close", () => request.destroy());
    if (body) await write(request, body.bytes);
    if (body ? !body.isWhole : method === "POST") await pipeline(this.#request, request).catch(() => {});
    else request.end();
    let response: IncomingMessage;
    try {
      response = await head;
    } catch (error) {
      return this.#fail(unreachable(this.#served.url, error), accepted, messages);
    }
    if (isRedirect(response)) {
      return this.#fail(await refusal(accepted.target.url, response), accepted, messages);
    }
    await this.#back(response, accepted);
  }

  async #back(response: IncomingMessage, accepted: Accepted): Promise<void> {
    const { statusCode: status = 502, headers } = response;
    const type = typeOf(response);
    this.#response.writeHead(status, { ...passed(headers), ...INERT });
    const isRead = accepted.target.isEndpoint && (type === "text/event-stream" || type === "application/json");
    const session = status < 300 && accepted.target.isEndpoint ? this.#sessionOf(accepted, headers) : accepted.session;
    if (!isRead || (status >= 300 && type === "application/json")) {
      await pipeline(response, this.#response).catch(() => {});
      return;
    }
    if (type === "text/event-stream") {
      this.#response.flushHeaders();
      await new EventCopy(session, accepted.requests, this.#response).read(response);
    } else {
      const incoming = new Incoming(session, new StreamOutlet(this.#response, "", ""), accepted.requests);
      for await (const piece of response as AsyncIterable<Buffer>) await incoming.push(piece);
      await incoming.end();
    }
    this.#response.end();
  }

  /** Returns the session to read an accepted request's answer in; ends it after a DELETE. */
  #sessionOf({ owner, id, session }: Accepted, headers: IncomingHttpHeaders): Session {
    const { sessions } = this.#served;
    if (this.#request.method !== "DELETE") return sessions.accept(owner, id, sessionId(headers)) ?? session;
    if (id !== undefined) sessions.delete(owner, id);
    return session;
  }

  #fail(reason: string, { requests }: Accepted, messages: readonly Outline[]): void {
    this.#served.report(reason);
    for (const { id } of messages) requests.take(id);
    this.#answer(502, failure(messages[0]?.id ?? null, reason));
  }

  #answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
    this.#request.resume();
    this.#response.writeHead(status, { "content-type": "application/json", ...INERT, ...headers }).end(body);
  }
}

function sessionId({ "mcp-session-id": id }: IncomingHttpHeaders): string | undefined {
  return typeof id === "string" ? id : undefined;
}
