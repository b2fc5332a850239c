import type { LineTaker } from "./lines.js";

/** One event of a stream (the format of server-sent events), in pieces. */
export interface EventTaker {
  /** A line that is not data, as it is: `id: 7`, `event: message`, `retry: 1000`, a comment. */
  field(line: string): Promise<void> | void;
  data(bytes: Buffer): Promise<void>;
  /** The blank line after it. */
  end(): Promise<void>;
}

const COLON = 0x3a;
const SPACE = 0x20;
const RETURN = 0x0d;
const NEW_LINE = Buffer.from("\n");
/** Longer fields are no ids. */
const LONGEST_FIELD = 64 << 10;

/** Takes the lines of a stream and gives its events, long ones in pieces. Lines end with LF or CR LF, as all servers write them. */
export class EventLines {
  readonly #next: () => EventTaker;
  #event: EventTaker | undefined;
  #hasData = false;

  constructor(next: () => EventTaker) {
    this.#next = next;
  }

  /** For the next line. */
  line(): LineTaker {
    let head: Buffer | undefined = Buffer.alloc(0);
    let isData = false;
    // A CR at the end of a piece may be that of the line's end.
    let held = false;
    const data = async (bytes: Buffer): Promise<void> => {
      const event = this.#open();
      if (held) await event.data(Buffer.from("\r"));
      held = bytes.at(-1) === RETURN;
      const rest = held ? bytes.subarray(0, -1) : bytes;
      if (rest.length > 0) await event.data(rest);
    };
    return {
      push: async (bytes) => {
        if (isData) return data(bytes);
        if (!head) return;
        head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
        if (head.length < 6) return;
        if (head.toString("latin1", 0, 5) === "data:") {
          isData = true;
          const rest = head.subarray(head[5] === SPACE ? 6 : 5);
          head = undefined;
          await this.#beginData();
          await data(rest);
        } else if (head.length > LONGEST_FIELD) head = undefined;
      },
      end: async () => {
        if (isData || !head) return;
        const line = head.at(-1) === RETURN ? head.subarray(0, -1) : head;
        if (line.length === 0) return this.#endEvent();
        const colon = line.indexOf(COLON);
        const name = line.toString("latin1", 0, colon < 0 ? line.length : colon);
        // Data of no bytes: events that only carry an id.
        if (name === "data") return this.#beginData();
        await this.#open().field(line.toString());
      },
    };
  }

  /** True if an event has begun that has not ended. */
  get isOpen(): boolean {
    return this.#event !== undefined;
  }

  #open(): EventTaker {
    this.#event ??= this.#next();
    return this.#event;
  }

  async #beginData(): Promise<void> {
    const event = this.#open();
    if (this.#hasData) await event.data(NEW_LINE);
    this.#hasData = true;
  }

  async #endEvent(): Promise<void> {
    const event = this.#event;
    this.#event = undefined;
    this.#hasData = false;
    await event?.end();
  }
}
