import { isMessageTree } from "./answers.js";
import { Items, Members, scalarOf, writeJson } from "./json/node.js";
import { JsonError, JsonReader } from "./json/reader.js";
import { Sketch } from "./json/sketch.js";
import type { Outlet, Turn } from "./outlet.js";
import type { Requests } from "./requests.js";
import { isPassed, kindOfShape, type Session } from "./session.js";

/** Largest size in bytes of a message that is read as a whole. */
export const SMALL = 1 << 20;
/** Maximum bytes of a larger message that are held while it may still pass unchanged. */
const HELD = 32 << 20;
/** Bytes that are held in any case, since messages a little larger than `SMALL` may still pass unchanged. */
const HELD_ALWAYS = 4 << 20;
/** Bytes at each end of an unreadable message that are searched for its id. */
const ENDS = 2000;

type Decision = "unknown" | "pass" | "reduce" | "garbage";

/**
 * One message of a server, in pieces: small ones are read whole, large ones as they arrive. Its methods never reject:
 * any failure ends only this message, with an error for the request that it was to answer.
 */
export class Incoming {
  readonly #session: Session;
  readonly #outlet: Outlet;
  readonly #requests: Requests;
  #pieces: Buffer[] = [];
  #size = 0;
  #decision: Decision = "unknown";
  #sketch: Sketch | undefined;
  #reader: JsonReader | undefined;
  #turn: Turn | undefined;
  #holds = true;
  /** First and last bytes of the message, kept even if the rest is not held. */
  #first: Buffer = Buffer.alloc(0);
  #recent: Buffer[] = [];
  #recentSize = 0;
  /** Error that is not a fault of the message's JSON. */
  #fault: unknown;

  constructor(session: Session, outlet: Outlet, requests = session.requests) {
    this.#session = session;
    this.#outlet = outlet;
    this.#requests = requests;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  async push(bytes: Buffer): Promise<void> {
    try {
      await this.#push(bytes);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #push(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    if (this.#turn) return this.#turn.piece(bytes);
    this.#note(bytes);
    if (this.#holds) this.#pieces.push(bytes);
    if (this.#size <= SMALL) return;
    if (this.#reader) this.#read(bytes);
    else this.#beginReading();
    if (this.#decision === "unknown" || this.#decision === "reduce") this.#decide();
    if (this.#decision === "pass") await this.#pass();
  }

  /** Ends a complete message. */
  async end(): Promise<void> {
    if (this.#turn) return this.#turn.end();
    let after: string | Buffer | undefined;
    try {
      after = this.#size <= SMALL ? this.#session.fromServer(joined(this.#pieces), this.#requests) : this.#endLarge();
    } catch (error) {
      this.#fail(error);
      after = this.#unread();
    }
    this.#pieces = [];
    if (after !== undefined) await this.#outlet.message(after);
  }

  /** Ends an incomplete message. Pieces that were already written stay. */
  async abort(): Promise<void> {
    if (this.#turn) await this.#turn.end();
    else if (this.#size > 0) {
      const after = this.#unread();
      if (after !== undefined) await this.#outlet.message(after);
    }
    this.#pieces = [];
  }

  /** Remembers both ends. */
  #note(bytes: Buffer): void {
    if (this.#first.length === 0) this.#first = bytes.subarray(0, ENDS);
    else if (this.#first.length < ENDS) this.#first = Buffer.concat([this.#first, bytes.subarray(0, ENDS)]);
    this.#recent.push(bytes);
    this.#recentSize += bytes.length;
    for (let [first] = this.#recent; first && this.#recentSize - first.length >= ENDS; [first] = this.#recent) {
      this.#recent.shift();
      this.#recentSize -= first.length;
    }
  }

  /** Returns the answer to the client for a message that was not read to its end. */
  #unread(): string | undefined {
    const start = this.#first.subarray(0, ENDS).toString();
    const end = joined(this.#recent).subarray(-ENDS).toString();
    if (this.#fault === undefined) return this.#session.garbage(start, end, this.#requests);
    return this.#session.fault(this.#fault, start, end, this.#requests);
  }

  /** Gives up the message because of an error of the proxy. */
  #fail(error: unknown): void {
    this.#fault ??= error;
    this.#giveUp();
  }

  #giveUp(): void {
    this.#decision = "garbage";
    this.#pieces = [];
    this.#holds = false;
    this.#sketch = undefined;
    this.#reader = undefined;
  }

  #beginReading(): void {
    this.#sketch = new Sketch(this.#session.room);
    this.#reader = new JsonReader(this.#sketch);
    for (const piece of this.#pieces) this.#read(piece);
  }

  #read(bytes: Buffer): void {
    if (this.#decision === "garbage") return;
    try {
      this.#reader?.push(bytes);
    } catch (error) {
      if (error instanceof JsonError) this.#giveUp();
      else this.#fail(error);
    }
  }

  #decide(): void {
    const decision = this.#decisionSoFar();
    if (decision !== "unknown") this.#decision = decision;
    const mayPass = this.#decision === "unknown" && (this.#size <= HELD || this.#isLikelyPassed());
    if (this.#decision === "unknown" && this.#size > HELD) this.#decision = mayPass ? "pass" : "reduce";
    if (this.#decision === "reduce" && this.#holds && this.#size > HELD_ALWAYS) {
      this.#holds = false;
      this.#pieces = [];
    }
  }

  /** Decides by the members read so far. Many servers write the result before the id. */
  #decisionSoFar(): Decision {
    const root = this.#sketch?.root;
    if (root instanceof Items) return this.#size > HELD ? "reduce" : "unknown";
    if (!(root instanceof Members)) return "unknown";
    if (root.get("method") !== undefined) return "pass";
    if (root.get("error") !== undefined) return "reduce";
    const id = root.get("id");
    if (id !== undefined) {
      const request = this.#requests.get(scalarOf(id));
      return request && isPassed(request) && root.get("result") !== undefined ? "pass" : request ? "reduce" : "unknown";
    }
    const result = root.get("result");
    const hasLimits = result instanceof Members && kindOfShape(result) !== undefined;
    return hasLimits && !this.#requests.all().some(isPassed) ? "reduce" : "unknown";
  }

  #isLikelyPassed(): boolean {
    const root = this.#sketch?.root;
    const result = root instanceof Members ? root.get("result") : undefined;
    return !(result instanceof Members && kindOfShape(result) !== undefined);
  }

  async #pass(): Promise<void> {
    const root = this.#sketch?.root;
    if (root instanceof Members) this.#requests.take(scalarOf(root.get("id")));
    this.#turn = await this.#outlet.begin();
    for (const piece of this.#pieces) await this.#turn.piece(piece);
    this.#pieces = [];
    this.#reader = undefined;
    this.#sketch = undefined;
  }

  #endLarge(): string | Buffer | undefined {
    try {
      if (this.#decision !== "garbage") this.#reader?.end();
    } catch {
      this.#giveUp();
    }
    const tree = this.#sketch?.root;
    if (this.#decision === "garbage" || tree === undefined) return this.#unread();
    if (!isMessageTree(tree)) {
      this.#giveUp();
      return this.#unread();
    }
    const changed = this.#session.fromServerTree(tree, this.#requests);
    return this.#holds && changed === tree ? joined(this.#pieces) : writeJson(changed);
  }
}

const joined = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
