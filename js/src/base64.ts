/** The bytes of a text in base64. */
export function fromBase64(base64: string): Uint8Array {
  // Node's own is some 20 times faster.
  const { Buffer: NodeBuffer } = globalThis as Partial<typeof globalThis>;
  if (NodeBuffer) return NodeBuffer.from(base64, "base64");
  const { fromBase64: decode } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };
  if (decode) return decode.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
