/** Destination of messages, one at a time: each begins after the previous one has ended. */
export interface Outlet {
  /** Sends a whole message. */
  message(bytes: string | Buffer): Promise<void>;
  /** Begins a message in pieces; resolves when it is its turn. */
  begin(): Promise<Turn>;
}

/** Turn of one message. */
export interface Turn {
  /** Sends a piece; resolves when there is room for more. */
  piece(bytes: string | Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Members of a writable Node stream that are used here. */
export interface Writable {
  write(bytes: string | Buffer): boolean;
  once(event: string, listener: () => void): unknown;
  removeListener(event: string, listener: () => void): unknown;
  readonly destroyed: boolean;
  readonly writable: boolean;
}

/** Promises by stream, so that all waiters of a stream share its listeners. */
const waiting = new WeakMap<Writable, Promise<void>>();

/** Writes, and waits while the reader is behind. Writing to a closed stream is a no-op. */
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

/** Outlet that writes messages to a stream, each with the same text before and after it. */
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
