import { failure, messageOf, parse } from "./answers.js";
import { SMALL } from "./incoming.js";
import { Items, writeJson } from "./json/node.js";
import { readJson } from "./json/read.js";
import { TopLevel } from "./json/top-level.js";
import type { LineTaker } from "./lines.js";
import type { Outlet, Turn } from "./outlet.js";
import type { Outline } from "./requests.js";
import type { Session } from "./session.js";

/** Destinations of the client's messages. */
interface Sending {
  readonly session: Session;
  /** Messages to the server. */
  readonly server: Outlet;
  /** Messages that the proxy itself sends to the client. */
  readonly client: Outlet;
  /** Called before a message is sent to the server. Returns `false` if it was answered instead and must not be sent. */
  readonly onMessage?: (message: Outline, isLarge: boolean) => boolean;
}

/**
 * One message of a client, in pieces. It goes to the server unchanged, unless the proxy itself answers it. Its methods
 * never reject: a request that cannot be sent is answered with an error.
 */
export class Outgoing implements LineTaker {
  readonly #to: Sending;
  #pieces: Buffer[] = [];
  #size = 0;
  #turn: Turn | undefined;
  #peek: TopLevel | undefined;
  #fault: unknown;

  constructor(to: Sending) {
    this.#to = to;
  }

  async push(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    this.#peek?.push(bytes);
    if (this.#fault !== undefined) return;
    try {
      if (this.#turn) return await this.#turn.piece(bytes);
      this.#pieces.push(bytes);
      if (this.#size > SMALL) await this.#beginLarge();
    } catch (error) {
      this.#fault = error ?? "";
    }
  }

  async end(): Promise<void> {
    if (!this.#peek) return this.#small(Buffer.concat(this.#pieces));
    // Registered before the last byte is sent, so no answer can come earlier.
    const message = this.#peek.outline;
    try {
      if (this.#fault !== undefined) throw this.#fault;
      const goes = message === undefined || this.#announce(message, true);
      if (goes && message) this.#to.session.requests.add(message);
      await this.#turn?.end();
    } catch (error) {
      await this.#fail(error, message ? [message] : []);
    }
  }

  async #beginLarge(): Promise<void> {
    this.#peek = new TopLevel();
    for (const piece of this.#pieces) this.#peek.push(piece);
    this.#turn = await this.#to.server.begin();
    for (const piece of this.#pieces) await this.#turn.piece(piece);
    this.#pieces = [];
  }

  /** Answers each request that could not be sent with an error. */
  async #fail(error: unknown, messages: readonly (Outline | null)[]): Promise<void> {
    const why = `the request could not be passed on: ${messageOf(error)}`;
    this.#to.session.report(why);
    for (const message of messages) {
      if (message?.id === undefined || message.method === undefined) continue;
      this.#to.session.requests.take(message.id);
      await this.#to.client.message(failure(message.id, why));
    }
  }

  async #small(bytes: Buffer): Promise<void> {
    const message = parse(bytes.toString()) as Outline | readonly (Outline | null)[] | undefined;
    try {
      if (isBatch(message)) return await this.#batch(bytes, message);
      if (typeof message === "object" && message !== null) {
        if (this.#to.session.isOwn(message)) return void this.#answer([message], false);
        if (!this.#announce(message, false)) return;
        this.#to.session.requests.add(message);
      }
      // The server handles invalid messages.
      await this.#to.server.message(bytes);
    } catch (error) {
      await this.#fail(error, isBatch(message) ? message : [message ?? null]);
    }
  }

  async #batch(bytes: Buffer, messages: readonly (Outline | null)[]): Promise<void> {
    const { session, server } = this.#to;
    const own = messages.filter((message): message is Outline => message !== null && session.isOwn(message));
    if (own.length > 0) void this.#answer(own, true);
    const isSent = messages.map((message) => !message || (!own.includes(message) && this.#announce(message, false)));
    for (const [at, message] of messages.entries()) if (message && isSent[at]) session.requests.add(message);
    if (!isSent.includes(false)) return server.message(bytes);
    // Written from a tree, which keeps the digits of numbers as they are.
    const tree = readJson(bytes);
    const sent = tree instanceof Items ? tree.list.filter((_, at) => isSent[at]) : [];
    if (sent.length > 0) await server.message(writeJson(new Items(sent)));
  }

  #announce(message: Outline, isLarge: boolean): boolean {
    return this.#to.onMessage?.(message, isLarge) ?? true;
  }

  /** Answers requests to the proxy. Not awaited, so that later messages reach the server meanwhile. */
  async #answer(messages: readonly Outline[], isBatch: boolean): Promise<void> {
    try {
      const answers = await Promise.all(messages.map((message) => this.#to.session.answer(message)));
      await this.#to.client.message(isBatch ? `[${answers.join(",")}]` : (answers[0] ?? ""));
    } catch (error) {
      await this.#fail(error, messages);
    }
  }
}

const isBatch = (message: Outline | readonly (Outline | null)[] | undefined): message is readonly (Outline | null)[] =>
  Array.isArray(message);
