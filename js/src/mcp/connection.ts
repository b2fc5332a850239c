import { finished, PassThrough, type Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { parse } from "../core.js";
import type { Client } from "./client.js";
import { readJson, writeJson } from "./json.js";
import { endsOf, isTooLong, type Line, LONGEST, linesOf } from "./lines.js";
import { failure, idsIn, isRequest, type Message, messageOf, messagesIn } from "./messages.js";
import type { Session } from "./session.js";

/** Bytes that are read of the client while the server takes no more: the client's end stands behind them. */
const AHEAD = 16 << 20;
/** Milliseconds in which the server has to take a line once the client has closed. */
const PATIENCE = 5000;

/** The server's side. Its messages go to the client through the session. */
export interface Server {
  /** Sends a line that holds these messages. */
  send(bytes: string | Buffer, messages: readonly Message[]): Promise<void>;
  /** Reason why nothing can be sent any more. */
  readonly gone: string | undefined;
  /** Ends the server, at once when `hurry` resolves. Returns the exit code of the proxy. */
  close(hurry: Promise<void>): Promise<number>;
}

/** Connection of a client with a server. */
export class Connection {
  readonly #session: Session;
  readonly #server: Server;
  readonly #client: Client;
  /** Number of lines that were passed on. */
  #passed = 0;

  constructor(session: Session, server: Server, client: Client) {
    this.#session = session;
    this.#server = server;
    this.#client = client;
  }

  /** Passes the client's messages on until it closes. Returns the exit code. */
  async run(): Promise<number> {
    const { stdin, stopped } = this.#client;
    const ahead = new PassThrough({ readableHighWaterMark: AHEAD });
    stdin.once("error", (error) => ahead.destroy(error));
    const ended = new Promise<void>((resolve) => void finished(stdin, { writable: false }, () => resolve()));
    const closed = this.#read(stdin.pipe(ahead)).catch((error: unknown) => {
      this.#session.report(`the client's requests cannot be read: ${messageOf(error)}`);
    });
    await Promise.race([closed, stopped, ended.then(() => this.#stuck())]);
    const code = await this.#server.close(stopped);
    await this.#client.end();
    return code;
  }

  /** Resolves when the server has taken no line for a while. */
  async #stuck(): Promise<void> {
    for (let before = -1; before < this.#passed; ) {
      before = this.#passed;
      await setTimeout(PATIENCE);
    }
  }

  async #read(input: Readable): Promise<void> {
    for await (const line of linesOf(input)) {
      const parsed = isTooLong(line) ? undefined : parse(line.bytes.toString());
      try {
        if (parsed === undefined) await this.#unread(line);
        else await this.#pass(line.bytes, parsed);
      } catch (error) {
        await this.#refuse(messagesIn(parsed), `the request could not be passed on: ${messageOf(error)}`);
      }
      this.#passed += 1;
    }
  }

  /** Handles a line that is not JSON, or that is not held. */
  async #unread(line: Line): Promise<void> {
    // Servers answer invalid JSON. But a last line without an end is half a message.
    if (!isTooLong(line) && line.isEnded) return this.#server.send(line.bytes, []);
    const why = isTooLong(line)
      ? `a message of the client has ${line.size} bytes, more than the ${LONGEST} that are read; it was dropped`
      : "the client's last message broke off; it was dropped";
    const [start, end] = endsOf(line);
    const ids = /"method"/.test(start + end) ? idsIn(start, end) : [];
    this.#session.report(why);
    for (const id of ids) await this.#client.outlet.message(failure(id, why));
  }

  /** Passes a line on. Calls of the proxy's own tool are answered, and the rest of their batch is passed on. */
  async #pass(bytes: Buffer, parsed: unknown): Promise<void> {
    const isOwn = (item: unknown): boolean => messagesIn([item]).some((message) => this.#session.isOwn(message));
    const items: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    const own = new Set(items.filter(isOwn));
    // Not awaited, so that later messages reach the server meanwhile.
    if (own.size > 0) void this.#answer([...own] as Message[], Array.isArray(parsed));
    if (own.size > 0 && own.size === items.length) return;
    const messages = messagesIn(items).filter((message) => !own.has(message));
    const { gone } = this.#server;
    if (gone !== undefined) return this.#refuse(messages, gone, false);
    for (const message of messages) this.#session.requests.add(message);
    if (own.size === 0) return this.#server.send(bytes, messages);
    const sent = (readJson(bytes.toString()) as unknown[]).filter((_, at) => !own.has(items[at]));
    await this.#server.send(writeJson(sent), messages);
  }

  async #answer(own: readonly Message[], isBatch: boolean): Promise<void> {
    try {
      const answers = await Promise.all(own.map((message) => this.#session.answer(message)));
      await this.#client.outlet.message(isBatch ? `[${answers}]` : (answers[0] as string));
    } catch (error) {
      await this.#refuse(own, messageOf(error));
    }
  }

  /** Answers each request among messages with an error. */
  async #refuse(messages: readonly Message[], why: string, isReported = true): Promise<void> {
    if (isReported) this.#session.report(why);
    for (const { id } of messages.filter(isRequest)) {
      this.#session.requests.take(id);
      await this.#client.outlet.message(failure(id, why));
    }
  }
}
