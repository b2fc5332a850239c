/** A file's text. What is not UTF-8 becomes U+FFFD, as by `trim(bytes, { decode: "replace" })`, but only once. */
export function decode(bytes: ArrayBuffer): { text: string; utf8: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), utf8: true };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), utf8: false };
  }
}
