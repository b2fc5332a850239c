declare const __UNPACKER__: string;

/** Where unpack.wat reads the packed bytes. */
const PLACE = 0x5100;

/** The bytes of a module as they travel inside JavaScript: packed, in base64. */
export function unpack(packed: string): Uint8Array {
  const bytes = decoded(packed);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decoded(__UNPACKER__) as BufferSource));
  const { m: memory, u: unpackBytes } = exports as {
    readonly m: WebAssembly.Memory;
    readonly u: (length: number) => [start: number, end: number];
  };
  memory.grow((bytes.length >> 16) + 1);
  new Uint8Array(memory.buffer).set(bytes, PLACE);
  const [start, end] = unpackBytes(bytes.length);
  return new Uint8Array(memory.buffer, start, end - start);
}

function decoded(base64: string): Uint8Array {
  const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };
  if (fromBase64) return fromBase64.call(Uint8Array, base64);
  // Faster in Node than a loop that is still interpreted.
  const { Buffer: NodeBuffer } = globalThis as Partial<typeof globalThis>;
  if (NodeBuffer) return NodeBuffer.from(base64, "base64");
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
