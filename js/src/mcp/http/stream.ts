import type { IncomingMessage } from "node:http";
import { Incoming } from "../incoming.js";
import { readLines } from "../lines.js";
import type { Outlet } from "../outlet.js";
import type { Session } from "../session.js";
import { EventLines, type EventTaker } from "../sse.js";

/** State of an event stream at its end. */
interface StreamEnd {
  /** Id of the last event, from which the stream can be resumed. */
  readonly id: string | undefined;
  /** Delay before it is resumed, in milliseconds. */
  readonly retry: number | undefined;
}

/** Reads a stream of events to its end and passes its messages to a client. Never rejects if the stream breaks off. */
export async function readEvents(response: IncomingMessage, session: Session, client: Outlet): Promise<StreamEnd> {
  let id: string | undefined;
  let retry: number | undefined;
  let open: Incoming | undefined;
  await readStream(response, () => {
    const incoming = new Incoming(session, client);
    open = incoming;
    return {
      field: (line) => {
        const [, name, value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
        if (name === "id") id = value;
        if (name === "retry" && /^\d+$/.test(value)) retry = Number(value);
      },
      data: (bytes) => incoming.push(bytes),
      end: async () => {
        open = undefined;
        // Some events only carry an id.
        if (!incoming.isEmpty) await incoming.end();
      },
    };
  });
  await open?.abort();
  return { id, retry };
}

/** Reads a stream of events to its end. Returns `false` if it broke off. */
export async function readStream(from: IncomingMessage, next: () => EventTaker): Promise<boolean> {
  const lines = new EventLines(next);
  const taker = () => lines.line();
  return readLines(from as AsyncIterable<Buffer>, taker, () => {}).then(
    () => true,
    () => false,
  );
}

/** Reads a body that is one message. Returns `false` if it broke off. */
export async function readBody(response: IncomingMessage, incoming: Incoming): Promise<boolean> {
  try {
    for await (const piece of response as AsyncIterable<Buffer>) await incoming.push(piece);
  } catch {
    await incoming.abort();
    return false;
  }
  await incoming.end();
  return true;
}
