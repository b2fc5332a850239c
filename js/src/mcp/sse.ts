import type { LineTaker } from "./lines.js";

/** Receiver of one server-sent event, in pieces. */
export interface EventTaker {
  /** Receives a line that is not data, unchanged: `id: 7`, `event: message`, `retry: 1000`, a comment. */
  field(line: string): Promise<void> | void;
  data(bytes: Buffer): Promise<void>;
  /** Receives the blank line after the event. */
  end(): Promise<void>;
}

const COLON = 0x3a;
const SPACE = 0x20;
const RETURN = 0x0d;
const NEW_LINE = Buffer.from("\n");
/** Maximum bytes of a field; longer ones are ignored, since no id is so long. */
const LONGEST_FIELD = 64 << 10;

/** Groups the lines of a stream into events, long ones in pieces. Lines end with LF or CR LF, as all servers send. */
export class EventLines {
  readonly #next: () => EventTaker;
  #event: EventTaker | undefined;
  #hasData = false;

  constructor(next: () => EventTaker) {
    this.#next = next;
  }

  /** Returns the taker of the next line. */
  line(): LineTaker {
    let head: Buffer | undefined = Buffer.alloc(0);
    let isData = false;
    // True if a piece ended with a CR, which may belong to the end of the line.
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
        // Empty data: some events only carry an id.
        if (name === "data") return this.#beginData();
        await this.#open().field(line.toString());
      },
    };
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
