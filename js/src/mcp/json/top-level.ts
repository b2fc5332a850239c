import type { Outline } from "../requests.js";
import { type JsonHandler, JsonReader } from "./reader.js";

/** Members of `params` that identify a request. */
const OF_PARAMS = new Set(["name", "cursor"]);
const OF_MESSAGE = new Set(["id", "method"]);
/** Maximum length of a name. Longer texts are ignored, since a part of one would be another name. */
const LONGEST = 10_000;

/** Reader of the members that classify a large message, and of nothing else. */
export class TopLevel implements JsonHandler {
  readonly #message: Record<string, unknown> = {};
  readonly #params: Record<string, unknown> = {};
  #reader: JsonReader | undefined = new JsonReader(this);
  #depth = 0;
  #names: [string, string] = ["", ""];
  #text = "";
  #length = 0;

  /** Members of the message; `undefined` if it is incomplete or invalid. */
  get outline(): Outline | undefined {
    return this.#reader && this.#depth === 0 ? { ...this.#message, params: this.#params } : undefined;
  }

  push(bytes: Buffer): void {
    try {
      this.#reader?.push(bytes);
    } catch {
      // The server handles invalid messages.
      this.#reader = undefined;
    }
  }

  begin(): void {
    this.#depth += 1;
  }

  end(): void {
    this.#depth -= 1;
  }

  key(name: string): void {
    if (this.#depth === 1 || this.#depth === 2) this.#names[this.#depth - 1] = name;
  }

  literal(written: string): void {
    this.#set(JSON.parse(written));
  }

  text(piece: string, last: boolean): void {
    this.#length += piece.length;
    if (this.#length <= LONGEST) this.#text += piece;
    if (!last) return;
    if (this.#length <= LONGEST) this.#set(this.#text);
    this.#text = "";
    this.#length = 0;
  }

  #set(value: unknown): void {
    const [outer, inner] = this.#names;
    if (this.#depth === 1 && OF_MESSAGE.has(outer)) this.#message[outer] = value;
    if (this.#depth === 2 && outer === "params" && OF_PARAMS.has(inner)) this.#params[inner] = value;
  }
}
