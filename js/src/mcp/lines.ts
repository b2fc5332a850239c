/** A line of a stream, without its line feed. */
export interface Line {
  /** The line, or only its start and its end if it is too long. */
  readonly bytes: Buffer;
  /** Number of bytes of the whole line. */
  readonly size: number;
  /** False for a last line without a line feed. */
  readonly isEnded: boolean;
}

/** Maximum bytes of a message. Longer ones are not held in memory. */
export const LONGEST = 32 << 20;
/** Bytes that are held of each end of a longer line: enough to find the id of a message. */
const ENDS = 2000;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const NONE = Buffer.alloc(0);

export const isTooLong = ({ size }: Line): boolean => size > LONGEST;

/** Returns the start and the end of a line as texts, short ones. */
export const endsOf = ({ bytes }: Line): [start: string, end: string] => [
  bytes.subarray(0, ENDS).toString(),
  bytes.subarray(-ENDS).toString(),
];

/** Bytes that arrive in pieces: all of them, or the start and the end if they are too many. */
export class Held {
  /** Copied together, since a piece costs more than the few bytes that it may have. */
  #bytes: Buffer = NONE;
  #length = 0;
  size = 0;

  /** Adds a piece, or what is left of one that had `size` bytes. */
  add(piece: Buffer, size = piece.length): void {
    this.size += size;
    const length = this.#length + piece.length;
    if (this.#length === 0) this.#bytes = piece;
    else {
      if (length > this.#bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(length, Math.min(2 * length, LONGEST)));
        this.#bytes.copy(larger, 0, 0, this.#length);
        this.#bytes = larger;
      }
      piece.copy(this.#bytes, this.#length);
    }
    this.#length = length;
    if (this.size <= LONGEST || length <= 2 * ENDS) return;
    const all = this.#bytes.subarray(0, length);
    this.#bytes = Buffer.concat([all.subarray(0, ENDS), all.subarray(-ENDS)]);
    this.#length = 2 * ENDS;
  }

  /** Returns the line so far, and begins the next one. */
  take(isEnded = true): Line {
    const line = { bytes: this.#bytes.subarray(0, this.#length), size: this.size, isEnded };
    this.#bytes = NONE;
    this.#length = 0;
    this.size = 0;
    return line;
  }
}

/** Reads a stream by line. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const held = new Held();
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      held.add(chunk.subarray(start, end));
      yield held.take();
      start = end + 1;
    }
    if (start < chunk.length) held.add(chunk.subarray(start));
  }
  if (held.size > 0) yield held.take(false);
}

/** Turns the line ends of a stream of events into line feeds: it may have CR LF and CR as well. */
export async function* withLineFeeds(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isAfterReturn = false;
  for await (const chunk of stream) {
    const bytes = isAfterReturn && chunk[0] === LINE_FEED ? chunk.subarray(1) : chunk;
    isAfterReturn = chunk.at(-1) === RETURN;
    const hasReturns = bytes.includes(RETURN);
    yield hasReturns ? Buffer.from(bytes.toString("latin1").replace(/\r\n?/g, "\n"), "latin1") : bytes;
  }
}
