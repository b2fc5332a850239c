import { TrimStream } from "../../core.js";
import type { TrimOptions } from "../../text/options.js";
import { Items, type Json, Members, Shortened, Written } from "./node.js";
import type { JsonHandler } from "./reader.js";

/** Bounds of a {@link Sketch}. */
export interface SketchRoom {
  /** Total UTF-16 units of strings that are held whole. */
  readonly whole: number;
  /** Options that trim strings beyond that. */
  readonly trim: TrimOptions;
}

/** Strings up to this many UTF-16 units are held whole, whatever room is left for texts. */
const SHORT = 2048;
/** Cost of a value beside its text, in UTF-16 units. */
const NODE = 120;
/** Room for values in addition to the room for texts. */
const STRUCTURE = 2 << 20;
/** Names of members that hold base64; if too long, only its length is of use. */
const MEDIA = new Set(["data", "blob"]);
/** Members of a message and of its result that are always held: they identify the message. */
const OUTER_NAMES = new Set([
  ...["jsonrpc", "id", "method", "result", "error", "code", "message"],
  ...["content", "structuredContent", "isError", "contents", "messages"],
]);
const OUTER_LEVELS = 2;
/** Maximum messages of a batch: longer ones answer more requests than `Requests` remembers. */
const MOST_MESSAGES = 10_000;

/** Builder of a JSON tree in bounded memory: long strings are trimmed as they arrive, excess values are left out. */
export class Sketch implements JsonHandler {
  root: Json | undefined;
  readonly #room: SketchRoom | undefined;
  readonly #open: (Members | Items)[] = [];
  readonly #names: string[] = [];
  #name = "";
  #used = 0;
  /** Number of open lists and objects that are left out: one, and those nested in it. */
  #leftOut = 0;
  #text: LongText | undefined;
  #pieces: string[] = [];
  #length = 0;

  constructor(room?: SketchRoom) {
    this.#room = room;
  }

  begin(container: "object" | "array"): void {
    const value = container === "object" ? new Members() : new Items();
    if (this.#leftOut > 0 || !this.#add(value)) {
      this.#leftOut += 1;
      return;
    }
    this.#open.push(value);
    this.#names.push(this.#name);
    this.#name = "";
  }

  end(): void {
    if (this.#leftOut > 0) {
      this.#leftOut -= 1;
      return;
    }
    this.#open.pop();
    this.#name = this.#names.pop() ?? "";
  }

  key(name: string): void {
    this.#name = name;
  }

  literal(written: string): void {
    this.#add(new Written(written));
  }

  text(piece: string, last: boolean): void {
    if (this.#text) this.#text.push(piece);
    else {
      this.#pieces.push(piece);
      this.#length += piece.length;
      if (this.#isTooLong()) this.#shorten();
    }
    if (!last) return;
    this.#add(this.#text ? this.#text.finish() : this.#pieces.join(""));
    this.#text = undefined;
    this.#pieces = [];
    this.#length = 0;
  }

  /** True while texts are left out, so that they need not be decoded. */
  get isDeaf(): boolean {
    if (this.#leftOut > 0) return true;
    const parent = this.#open.at(-1);
    return parent !== undefined && this.#isFull(parent);
  }

  #isTooLong(): boolean {
    return this.#room !== undefined && this.#length > SHORT && this.#used + this.#length > this.#room.whole;
  }

  #shorten(): void {
    const isMedia = MEDIA.has(this.#name) && this.#open.at(-1) instanceof Members;
    this.#text = new LongText(isMedia ? undefined : this.#room?.trim);
    for (const piece of this.#pieces) this.#text.push(piece);
    this.#pieces = [];
  }

  /** Adds a value. Returns `false` if there is no room for it. */
  #add(value: Json): boolean {
    const parent = this.#open.at(-1);
    if (this.#leftOut > 0) return false;
    this.#used += NODE + (typeof value === "string" ? value.length : value instanceof Written ? value.json.length : 0);
    if (!parent) this.root = value;
    else if (this.#isFull(parent)) {
      parent.dropped += 1;
      return false;
    } else if (parent instanceof Items) parent.list.push(value);
    else {
      this.#used += this.#name.length;
      parent.entries.push([this.#name, value]);
    }
    return true;
  }

  /** Returns `true` if a parent takes no more values. Lists fill up first, since objects may need all their members. */
  #isFull(parent: Members | Items): boolean {
    if (this.#room === undefined) return false;
    const level = this.#open.length;
    if (parent instanceof Items && level === 1) return parent.list.length >= MOST_MESSAGES;
    if (parent instanceof Members && level <= OUTER_LEVELS && OUTER_NAMES.has(this.#name)) return false;
    const most = this.#room.whole + STRUCTURE;
    return this.#used > (parent instanceof Items ? most : 2 * most);
  }
}

/** A string that is trimmed as it arrives. */
class LongText {
  readonly #stream: TrimStream | undefined;
  #chars = 0;
  #units = 0;

  constructor(options: TrimOptions | undefined) {
    if (options) {
      this.#stream = new TrimStream({
        ...options,
        onTruncate: ({ before }) => {
          this.#chars = before;
        },
      });
    }
  }

  push(piece: string): void {
    this.#units += piece.length;
    this.#stream?.push(piece);
  }

  finish(): Json {
    if (!this.#stream) return new Shortened("", this.#units, this.#units);
    const { text, truncated, omitted } = this.#stream.finish();
    return truncated ? new Shortened(text, this.#chars, omitted.chars) : text;
  }
}
