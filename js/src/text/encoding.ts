// How bytes are encoded, by the rule of the core (src/text/encoding.rs): as UTF-8, or as UTF-16 if a byte order mark begins
// them or every second byte of the first kilobyte is NUL.

const SNIFFED = 1024;
const LEAST = 16;
/** Units of one call of a function: engines bound the number of arguments. */
const STEP = 8192;

/** The byte order of UTF-16; `undefined` for UTF-8. */
export type Order = "little" | "big" | undefined;

export function orderOf(bytes: Uint8Array): Order {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "little";
  if (first === 0xfe && second === 0xff) return "big";
  const sniffed = bytes.subarray(0, SNIFFED);
  if (sniffed.length < LEAST || !sniffed.includes(0)) return undefined;
  const nuls = (odd: number) => sniffed.filter((byte, at) => at % 2 === odd && byte === 0).length;
  if (nuls(1) === sniffed.length >> 1 && nuls(0) === 0) return "little";
  return nuls(0) === (sniffed.length + 1) >> 1 && nuls(1) === 0 ? "big" : undefined;
}

/** True if the encoding of a text that begins so is known, however it goes on. */
function tells(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if (second === undefined) return false;
  if (bytes.length >= SNIFFED || orderOf(bytes.subarray(0, 2))) return true;
  const all = (odd: number) => bytes.every((byte, at) => at % 2 !== odd || byte === 0);
  return !(first === 0 && all(0)) && !(second === 0 && all(1));
}

/** UTF-16 as a string, lone surrogates as they are; half a unit at the end is one, which pairs with none before it. */
export function readUtf16(bytes: Uint8Array, order: Order): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2 * STEP) {
    const units = new Uint16Array(Math.min(STEP, (bytes.length - at) >> 1));
    for (let unit = 0; unit < units.length; unit += 1) units[unit] = view.getUint16(at + 2 * unit, order === "little");
    pieces.push(String.fromCharCode(...units));
  }
  return pieces.join("") + (bytes.length % 2 === 1 ? "\ud800" : "");
}

const LONE = /\p{Surrogate}/u;

/** Position of the first lone surrogate, -1 without one. */
export const loneIn = (text: string): number => text.search(LONE);

export const wellFormed = (text: string): string => text.replaceAll(new RegExp(LONE, "gu"), "\ufffd");

/** Bytes that come in pieces as text; what is neither UTF-8 nor UTF-16 becomes U+FFFD. */
export class Decoding {
  /** The first bytes, which do not tell yet; or what is not at the end of a char, in UTF-16. */
  #held = new Uint8Array(0);
  #order: Order;
  #utf8: TextDecoder | undefined;

  push(bytes: Uint8Array): string {
    if (this.#utf8) return this.#utf8.decode(bytes, { stream: true });
    const all = new Uint8Array(this.#held.length + bytes.length);
    all.set(this.#held);
    all.set(bytes, this.#held.length);
    this.#held = all;
    if (!this.#order && !tells(all)) return "";
    return this.#read();
  }

  #read(): string {
    const all = this.#held;
    this.#order ??= orderOf(all);
    if (!this.#order) {
      this.#held = new Uint8Array(0);
      this.#utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
      return this.#utf8.decode(all, { stream: true });
    }
    const text = readUtf16(all.subarray(0, all.length & ~1), this.#order);
    const isOpen = /[\ud800-\udbff]$/.test(text);
    this.#held = all.slice((all.length & ~1) - (isOpen ? 2 : 0));
    return wellFormed(isOpen ? text.slice(0, -1) : text);
  }

  /** Ends a char that is not whole; what comes then is encoded as what came. */
  end(): string {
    const text = this.#utf8 ? "" : this.#read();
    if (this.#utf8) return text + this.#utf8.decode();
    const rest = wellFormed(readUtf16(this.#held, this.#order));
    this.#held = new Uint8Array(0);
    return text + rest;
  }
}
