import { SMALL } from "./incoming.js";
import { TopLevel } from "./json/top-level.js";
import type { LineTaker } from "./lines.js";
import type { Outlet, Turn } from "./outlet.js";
import type { Outline } from "./requests.js";
import type { Session } from "./session.js";

/** What happens to the messages of a client. */
export interface Sending {
  readonly session: Session;
  /** To the server. */
  readonly server: Outlet;
  /** Back to the client: what the proxy answers itself. */
  readonly client: Outlet;
  /** Told of each message that goes to the server, before it goes. False: it does not go, as it was answered. */
  readonly onMessage?: (message: Outline, isLarge: boolean) => boolean;
}

/** One message of a client, in pieces. It reaches the server as it is, unless it is the proxy that has to answer. */
export class Outgoing implements LineTaker {
  readonly #to: Sending;
  #pieces: Buffer[] = [];
  #size = 0;
  #turn: Turn | undefined;
  #peek: TopLevel | undefined;

  constructor(to: Sending) {
    this.#to = to;
  }

  async push(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    if (this.#turn) {
      this.#peek?.push(bytes);
      return this.#turn.piece(bytes);
    }
    this.#pieces.push(bytes);
    if (this.#size > SMALL) await this.#beginLarge();
  }

  async end(): Promise<void> {
    if (!this.#turn) return this.#small(Buffer.concat(this.#pieces));
    // Before the last byte: no answer can come earlier.
    const message = this.#peek?.outline;
    const goes = message === undefined || this.#tell(message, true);
    if (goes && message) this.#to.session.requests.add(message);
    await this.#turn.end();
  }

  async #beginLarge(): Promise<void> {
    this.#peek = new TopLevel();
    this.#turn = await this.#to.server.begin();
    for (const piece of this.#pieces) {
      this.#peek.push(piece);
      await this.#turn.piece(piece);
    }
    this.#pieces = [];
  }

  async #small(bytes: Buffer): Promise<void> {
    const message = parse(bytes);
    if (isBatch(message)) return this.#batch(bytes, message);
    if (message) {
      if (this.#to.session.isOwn(message)) return void this.#answer([message], false);
      if (!this.#tell(message, false)) return;
      this.#to.session.requests.add(message);
    }
    await this.#to.server.message(bytes);
  }

  async #batch(bytes: Buffer, messages: readonly Outline[]): Promise<void> {
    const own = messages.filter((message) => message && this.#to.session.isOwn(message));
    const others = messages.filter((message) => !own.includes(message));
    const sent = others.filter((message) => !message || this.#tell(message, false));
    for (const message of sent) if (message) this.#to.session.requests.add(message);
    if (own.length > 0) this.#answer(own, true);
    if (sent.length === messages.length) await this.#to.server.message(bytes);
    else if (sent.length > 0) await this.#to.server.message(JSON.stringify(sent));
  }

  #tell(message: Outline, isLarge: boolean): boolean {
    return this.#to.onMessage?.(message, isLarge) ?? true;
  }

  /** Not waited for: what follows goes to the server meanwhile. */
  async #answer(messages: readonly Outline[], isBatch: boolean): Promise<void> {
    const answers = await Promise.all(messages.map((message) => this.#to.session.answer(message)));
    await this.#to.client.message(isBatch ? `[${answers.join(",")}]` : (answers[0] ?? ""));
  }
}

const isBatch = (message: Outline | readonly Outline[] | undefined): message is readonly Outline[] =>
  Array.isArray(message);

/** Nothing for what is no message: the server says so. */
function parse(bytes: Buffer): Outline | readonly Outline[] | undefined {
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
