import type { IncomingMessage } from "node:http";
import { Incoming } from "../incoming.js";
import { readLines } from "../lines.js";
import type { Outlet } from "../outlet.js";
import type { Session } from "../session.js";
import { EventLines } from "../sse.js";

/** State of an event stream. */
export interface StreamEnd {
  /** The id of the last event: from there it can be taken up again. */
  readonly id: string | undefined;
  /** Delay before that, in milliseconds. */
  readonly retry: number | undefined;
}

/** Reads a stream of events to its end, and gives the messages in it to a client. It never fails: connections break off. */
export async function readEvents(response: IncomingMessage, session: Session, client: Outlet): Promise<StreamEnd> {
  let id: string | undefined;
  let retry: number | undefined;
  let open: Incoming | undefined;
  const lines = new EventLines(() => {
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
  try {
    await readLines(
      response as AsyncIterable<Buffer>,
      () => lines.line(),
      () => {},
    );
  } catch {
    // It broke off.
  }
  await open?.abort();
  return { id, retry };
}

/** A body that is one message. False: it broke off. */
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
