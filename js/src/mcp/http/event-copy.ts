import type { IncomingMessage, ServerResponse } from "node:http";
import { Incoming } from "../incoming.js";
import { type Outlet, StreamOutlet, type Turn, write } from "../outlet.js";
import type { Requests } from "../requests.js";
import type { Session } from "../session.js";
import { readStream } from "./stream.js";

/** Copier of event streams: limits the messages in events; ids and other fields stay. */
export class EventCopy {
  readonly #session: Session;
  readonly #requests: Requests;
  readonly #to: ServerResponse;

  constructor(session: Session, requests: Requests, to: ServerResponse) {
    this.#session = session;
    this.#requests = requests;
    this.#to = to;
  }

  async read(from: IncomingMessage): Promise<void> {
    let open: Incoming | undefined;
    const isWhole = await readStream(from, () => {
      let fields = "";
      let hasData = false;
      const incoming = new Incoming(
        this.#session,
        this.#outlet(() => fields),
        this.#requests,
      );
      return {
        field: (line) => {
          fields += `${line}\n`;
        },
        data: async (bytes) => {
          hasData = true;
          open = incoming;
          await incoming.push(bytes);
        },
        end: async () => {
          open = undefined;
          if (hasData) await incoming.end();
          // Only an id, or a keep-alive.
          else await write(this.#to, `${fields}${/^(?:id|event)/m.test(fields) ? "data: \n" : ""}\n`);
        },
      };
    });
    // The stream broke off, so ours ends as well, and the client resumes it.
    if (!isWhole || open) this.#to.destroy();
  }

  /** Returns the outlet of one event, which writes its fields first. Events have one writer, so no turns are needed. */
  #outlet(fields: () => string): Outlet {
    const begin = async (): Promise<Turn> => {
      const turn = await new StreamOutlet(this.#to, `${fields()}data: `, "\n\n").begin();
      return { ...turn, piece: async (bytes) => turn.piece(inLines(bytes)) };
    };
    return {
      begin,
      message: async (bytes) => {
        const turn = await begin();
        await turn.piece(bytes);
        await turn.end();
      },
    };
  }
}

/** Prefixes further lines with `data: `, since white space between tokens may hold line feeds. */
function inLines(bytes: string | Buffer): string | Buffer {
  if (!bytes.includes("\n")) return bytes;
  if (typeof bytes === "string") return bytes.replaceAll("\n", "\ndata: ");
  return Buffer.from(bytes.toString("latin1").replaceAll("\n", "\ndata: "), "latin1");
}
