import { toTooltrimError, wrong } from "../errors.js";
import { wasm } from "../wasm.js";
import { loneIn, orderOf, readUtf16, wellFormed } from "./encoding.js";

// A byte order mark is a char of the text: kept pieces are pieces of the input.
const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes UTF-8, or UTF-16 where the bytes say so. */
export function decode(source: Uint8Array, replace: boolean): string {
  if (!ArrayBuffer.isView(source)) throw wrong("text", source, "a string or a Uint8Array");
  const bytes = unshared(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  const order = orderOf(bytes);
  if (order) {
    const text = readUtf16(bytes, order);
    const at = loneIn(text);
    // Half a unit at the end has no char code.
    const unit = 2 * at + 1 === bytes.length ? bytes[2 * at] : text.charCodeAt(at);
    if (at >= 0 && !replace) throw toTooltrimError(wasm().not_utf16(unit ?? 0, 2 * at));
    return at >= 0 ? wellFormed(text) : text;
  }
  if (replace) return lossy.decode(bytes);
  try {
    return strict.decode(bytes);
  } catch {
    throw toTooltrimError(wasm().not_utf8(...badWindow(bytes)));
  }
}

/** Browsers decode nothing that may change meanwhile: bytes that are shared or can be resized are copied. */
function unshared(bytes: Uint8Array): Uint8Array {
  const { buffer } = bytes as { readonly buffer: ArrayBufferLike & { readonly resizable?: boolean } };
  const plain = Object.prototype.toString.call(buffer) === "[object ArrayBuffer]" && buffer.resizable !== true;
  return plain ? bytes : new Uint8Array(bytes);
}

/** A window that holds the first bad byte and begins between two chars, and its offset. */
function badWindow(bytes: Uint8Array): [Uint8Array, number] {
  const size = 65_536;
  const streaming = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let start = 0;
  try {
    for (; start < bytes.length; start += size) streaming.decode(bytes.subarray(start, start + size), { stream: true });
  } catch {
    // Here it is; or, if nothing was thrown, the last char of all is unfinished.
  }
  start = Math.min(start, bytes.length);
  // A char that was left unfinished before the window begins at most three bytes back.
  let begin = Math.max(0, start - 3);
  while (begin < start && ((bytes[begin] ?? 0) & 0xc0) === 0x80) begin += 1;
  return [bytes.subarray(begin, start + size), begin];
}
