/** A place that messages go to, one after another: none begins before the last one has ended. */
export interface Outlet {
  /** A whole message. */
  message(bytes: string | Buffer): Promise<void>;
  /** A message in pieces: resolves when it is its turn. */
  begin(): Promise<Turn>;
}

/** The turn of one message. */
export interface Turn {
  /** Resolves when there is room for more. */
  piece(bytes: string | Buffer): Promise<void>;
  end(): Promise<void>;
}

/** The part of a writable Node stream that is used. */
export interface Writable {
  write(bytes: string | Buffer): boolean;
  once(event: string, listener: () => void): unknown;
  removeListener(event: string, listener: () => void): unknown;
  readonly destroyed: boolean;
  readonly writable: boolean;
}

/** Waiters for one stream, which share one listener. */
const waiting = new WeakMap<Writable, Promise<void>>();

/** Writes, and waits while the reader is behind; a stream that is closed takes all and keeps nothing. */
export function write(stream: Writable, bytes: string | Buffer): Promise<void> | undefined {
  if (stream.destroyed || !stream.writable || stream.write(bytes)) return undefined;
  const before = waiting.get(stream);
  if (before) return before;
  const drained = new Promise<void>((resolve) => {
    const done = (): void => {
      waiting.delete(stream);
      for (const event of EVENTS) stream.removeListener(event, done);
      resolve();
    };
    for (const event of EVENTS) stream.once(event, done);
  });
  waiting.set(stream, drained);
  return drained;
}

const EVENTS = ["drain", "close", "error"];

/** Messages on a stream, each with the same text before and after it. */
export class StreamOutlet implements Outlet {
  readonly #stream: Writable;
  readonly #before: string;
  readonly #after: string;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(stream: Writable, before: string, after: string) {
    this.#stream = stream;
    this.#before = before;
    this.#after = after;
  }

  async message(bytes: string | Buffer): Promise<void> {
    const turn = await this.begin();
    await turn.piece(bytes);
    await turn.end();
  }

  async begin(): Promise<Turn> {
    const before = this.#last;
    let leave = (): void => {};
    this.#last = new Promise((resolve) => {
      leave = resolve;
    });
    this.#waiting += 1;
    if (this.#waiting > 1) await before;
    if (this.#before !== "") await write(this.#stream, this.#before);
    return {
      piece: async (bytes) => write(this.#stream, bytes),
      end: async () => {
        await write(this.#stream, this.#after);
        this.#waiting -= 1;
        leave();
      },
    };
  }
}
