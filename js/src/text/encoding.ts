// Detects UTF-16 by the rule of the core (src/text/encoding.rs): a byte order mark, or NUL in every second byte of the
// first kilobyte. Repeated here so that short texts are decoded without a call into the module.

const SNIFFED = 1024;
const LEAST = 16;
/** Units per `fromCharCode` call: engines limit the number of arguments. */
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

/** Returns `true` once the encoding no longer depends on later bytes. */
function tells(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if (second === undefined) return false;
  if (bytes.length >= SNIFFED || orderOf(bytes.subarray(0, 2))) return true;
  const all = (odd: number) => bytes.every((byte, at) => at % 2 !== odd || byte === 0);
  return !(first === 0 && all(0)) && !(second === 0 && all(1));
}

/** Decodes UTF-16 and keeps lone surrogates. An odd last byte becomes one that cannot pair with the unit before it. */
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

/** Returns the position of the first lone surrogate, or -1. */
export const loneIn = (text: string): number => text.search(LONE);

export const wellFormed = (text: string): string => text.replaceAll(new RegExp(LONE, "gu"), "\ufffd");

/** Decodes bytes in pieces; invalid bytes become U+FFFD. */
export class Decoding {
  /** The first bytes, until the encoding is known; later an incomplete UTF-16 char. */
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

  /** Flushes an incomplete char. The encoding stays for later pieces. */
  end(): string {
    const text = this.#utf8 ? "" : this.#read();
    if (this.#utf8) return text + this.#utf8.decode();
    const rest = wellFormed(readUtf16(this.#held, this.#order));
    this.#held = new Uint8Array(0);
    return text + rest;
  }
}
