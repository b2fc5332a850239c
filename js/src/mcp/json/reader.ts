/** Events of a {@link JsonReader}, in text order. */
export interface JsonHandler {
  begin(container: "object" | "array"): void;
  end(): void;
  key(name: string): void;
  /** Receives a number, `true`, `false` or `null`, as written. */
  literal(written: string): void;
  /** Receives a piece of a string; `last` if the string ends with it. */
  text(piece: string, last: boolean): void;
  /** True if the coming texts are not needed: they are not decoded, and their escapes are not checked. */
  readonly isDeaf?: boolean;
}

/** A syntax error and its position. */
export class JsonError extends Error {
  constructor(what: string, offset: number) {
    super(`${what} at byte ${offset}`);
    this.name = "JsonError";
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LITERAL = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
/** Maximum length of a name or a number; no message has longer ones. */
const LONGEST_TOKEN = 1 << 20;
/** Maximum depth; no message is deeper, and the levels alone would exhaust the memory. */
const DEEPEST = 1_000_000;

type Expect = "value" | "value or end" | "key or end" | "key" | "colon" | "comma or end" | "nothing";

/**
 * Streaming reader of one JSON text (RFC 8259) that arrives in pieces of bytes, cut anywhere. Holds only an incomplete
 * token, and of strings not even that. Accepts and rejects the same texts as `JSON.parse`, within the bounds on
 * length and depth above. Throws a {@link JsonError} as soon as it reads an error.
 */
export class JsonReader {
  readonly #handler: JsonHandler;
  readonly #stack: ("object" | "array")[] = [];
  #expect: Expect = "value";
  #inText = false;
  #isKey = false;
  /** End of a piece of a string that cannot be decoded without the next piece: half an escape, half a char. */
  #carry: Buffer | undefined;
  #name = "";
  #literal = "";
  #offset = 0;

  constructor(handler: JsonHandler) {
    this.#handler = handler;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) at = this.#inText ? this.#readText(bytes, at) : this.#readToken(bytes, at);
    this.#offset += bytes.length;
  }

  /** Ends the text. */
  end(): void {
    this.#endLiteral(0);
    if (this.#inText || this.#expect !== "nothing") this.#fail("the text ends early", 0);
  }

  #readToken(bytes: Buffer, at: number): number {
    const byte = bytes[at] as number;
    const isSpace = byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b && byte !== 0x0c);
    if (isSpace || byte === 0x2c || byte === 0x5d || byte === 0x7d || byte === 0x3a) {
      this.#endLiteral(at);
      if (!isSpace) this.#punctuation(byte, at);
    } else if (byte === QUOTE) {
      this.#beginText(at);
    } else if (byte === 0x7b || byte === 0x5b) {
      this.#begin(byte === 0x7b ? "object" : "array", at);
    } else {
      return this.#readLiteral(bytes, at);
    }
    return at + 1;
  }

  #punctuation(byte: number, at: number): void {
    const container = this.#stack.at(-1);
    if (byte === 0x3a && this.#expect === "colon") {
      this.#expect = "value";
    } else if (byte === 0x2c && this.#expect === "comma or end") {
      this.#expect = container === "object" ? "key" : "value";
    } else if (
      (byte === 0x7d && container === "object" && this.#mayEnd("key or end")) ||
      (byte === 0x5d && container === "array" && this.#mayEnd("value or end"))
    ) {
      this.#stack.pop();
      this.#handler.end();
      this.#valueEnds();
    } else {
      this.#fail(`unexpected ${String.fromCharCode(byte)}`, at);
    }
  }

  #mayEnd(empty: Expect): boolean {
    return this.#expect === empty || this.#expect === "comma or end";
  }

  #begin(container: "object" | "array", at: number): void {
    this.#needValue(at);
    if (this.#stack.length >= DEEPEST) this.#fail(`more than ${DEEPEST} levels`, at);
    this.#stack.push(container);
    this.#handler.begin(container);
    this.#expect = container === "object" ? "key or end" : "value or end";
  }

  #needValue(at: number): void {
    if (this.#literal !== "" || (this.#expect !== "value" && this.#expect !== "value or end")) {
      this.#fail("a value where none belongs", at);
    }
  }

  #valueEnds(): void {
    this.#expect = this.#stack.length > 0 ? "comma or end" : "nothing";
  }

  #readLiteral(bytes: Buffer, from: number): number {
    if (this.#literal === "") this.#needValue(from);
    let to = from;
    while (to < bytes.length && isLiteral(bytes[to] as number)) to += 1;
    if (to === from) this.#fail("unexpected byte", from);
    this.#literal += bytes.toString("latin1", from, to);
    if (this.#literal.length > LONGEST_TOKEN) this.#fail("a number that does not end", from);
    return to;
  }

  #endLiteral(at: number): void {
    if (this.#literal === "") return;
    const written = this.#literal;
    this.#literal = "";
    if (!LITERAL.test(written)) this.#fail("no JSON value", at);
    this.#handler.literal(written);
    this.#valueEnds();
  }

  #beginText(at: number): void {
    this.#isKey = this.#expect === "key" || this.#expect === "key or end";
    if (!this.#isKey) this.#needValue(at);
    this.#inText = true;
    this.#name = "";
  }

  #readText(chunk: Buffer, from: number): number {
    let [bytes, start, added] = [chunk, from, 0];
    if (this.#carry) {
      added = this.#carry.length;
      bytes = Buffer.concat([this.#carry, chunk.subarray(from)]);
      start = 0;
      this.#carry = undefined;
    }
    const end = closingQuote(bytes, start);
    const last = end >= 0;
    const stop = last ? end : wholeUntil(bytes, start);
    // Copied, since a view would keep the whole piece alive.
    if (!last && stop < bytes.length) this.#carry = Buffer.from(bytes.subarray(stop));
    if (this.#handler.isDeaf) this.#text("", last);
    else if (last || stop > start) this.#text(decoded(bytes, start, stop) ?? this.#fail("a broken string", from), last);
    if (!last) return chunk.length;
    this.#inText = false;
    return added > 0 ? from + end + 1 - added : end + 1;
  }

  #text(piece: string, last: boolean): void {
    if (!this.#isKey) {
      this.#handler.text(piece, last);
      if (last) this.#valueEnds();
      return;
    }
    this.#name += piece;
    if (this.#name.length > LONGEST_TOKEN) this.#fail("a name that does not end", 0);
    if (!last) return;
    this.#handler.key(this.#name);
    this.#expect = "colon";
  }

  #fail(what: string, at: number): never {
    throw new JsonError(what, this.#offset + at);
  }
}

/** Returns `true` for bytes of literals: letters, digits, signs and the point. The literal is checked at its end. */
function isLiteral(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x45
  );
}

/** Returns the position of the quote that ends a string, or -1. */
function closingQuote(bytes: Buffer, start: number): number {
  let quote = bytes.indexOf(QUOTE, start);
  while (quote >= 0 && backslashesBefore(bytes, start, quote) % 2 === 1) quote = bytes.indexOf(QUOTE, quote + 1);
  return quote;
}

function backslashesBefore(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === BACKSLASH) at -= 1;
  return end - at;
}

/** Returns the end of the decodable part of a piece of a string: not within an escape or a char of UTF-8. */
function wholeUntil(bytes: Buffer, start: number): number {
  if (backslashesBefore(bytes, start, bytes.length) % 2 === 1) return bytes.length - 1;
  const slash = bytes.lastIndexOf(BACKSLASH);
  if (slash >= start && slash > bytes.length - 6 && bytes[slash + 1] === 0x75) {
    if (backslashesBefore(bytes, start, slash) % 2 === 0) return slash;
  }
  for (let back = 1; back <= 3 && bytes.length - back >= start; back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return lengthOf(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** Maximum bytes of a string that is checked for plain ASCII first: most are short and plain, and need no parser. */
const SHORT = 64;

function decoded(bytes: Buffer, start: number, end: number): string | undefined {
  if (end - start <= SHORT && isPlain(bytes, start, end)) return bytes.toString("latin1", start, end);
  try {
    return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
  } catch {
    return undefined;
  }
}

function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return false;
  }
  return true;
}
