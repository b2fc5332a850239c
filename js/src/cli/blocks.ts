import { Decoding } from "../text/encoding.js";

/** Bytes of a block, at least. */
const SIZE = 32 << 20;
/** Units of a block without a line break, at most. */
const LONGEST = 256 << 20;

/** Yields a long text in blocks of whole lines, of at least 32 MB; invalid bytes become U+FFFD. */
export function* blocksOf(pieces: Iterable<Uint8Array>): Generator<string> {
  const decoding = new Decoding();
  let block: string[] = [];
  let size = 0;
  for (const piece of pieces) {
    const text = decoding.push(piece);
    const end = text.lastIndexOf("\n") + 1;
    size += text.length;
    if (size < SIZE || (end === 0 && size < LONGEST)) {
      block.push(text);
      continue;
    }
    yield block.join("") + text.slice(0, end || text.length);
    block = [text.slice(end || text.length)];
    size = text.length - (end || text.length);
  }
  yield block.join("") + decoding.end();
}
