// Texts in the address: deflated, in base64 for addresses. After the #, so that they are never sent to a server.

/** Chars of an address that browsers, chats and editors pass on unharmed. */
export const LONGEST_LINK = 32_000;

/** A text for the address. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** UTF-16 units that a link may expand to: a small address must not fill the memory. */
const MOST = 50_000_000;

/** The text back; throws for what is none. */
export async function unpacked(text: string): Promise<string> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream) {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of readAll(new Blob([bytes]).stream().pipeThrough(transform))) {
    length += piece.length;
    if (length > MOST) throw new Error("the text in this link is too long");
    pieces.push(piece);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Safari has no `for await` on streams yet. */
async function* readAll(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
