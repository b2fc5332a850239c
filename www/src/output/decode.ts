import type { Progress } from "../shared/remote.js";

/** A file's text. What is not UTF-8 becomes U+FFFD, as by `trim(bytes, { decode: "replace" })`, but only once. */
export function decode(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): { text: string; utf8: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), utf8: true };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), utf8: false };
  }
}

/** All bytes of a file; `progress` is told what share of them is there. */
export async function readBytes(file: Blob, progress: Progress): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let at = 0;
  let told = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, at);
    bytes.set(value, at);
    at += value.length;
    // A hundred times a file, not a thousand.
    if (at - told < file.size / 100) continue;
    told = at;
    progress(at / file.size);
  }
}
