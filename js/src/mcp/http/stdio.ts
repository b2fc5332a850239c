import type { ClientStreams } from "../client.js";
import { readLines } from "../lines.js";
import { Outgoing } from "../outgoing.js";
import { StreamOutlet } from "../outlet.js";
import type { Session } from "../session.js";
import { HttpServer } from "./server.js";

/** Connects a client on stdin and stdout to a server at `url`. Resolves with the exit code once the client closes. */
export async function runHttpServer(
  session: Session,
  url: URL,
  headers: Readonly<Record<string, string>>,
  streams: ClientStreams,
): Promise<number> {
  const client = new StreamOutlet(streams.stdout, "", "\n");
  const server = new HttpServer(url, headers, session, client, streams.report);
  const onMessage = (message: object): boolean => {
    server.notify(message);
    return true;
  };
  const closed = readLines(
    streams.stdin,
    () => new Outgoing({ session, server, client, onMessage }),
    (taker) => taker.end(),
  ).catch(() => {});
  await Promise.race([closed, streams.stopped]);
  await server.close(streams.stopped);
  return 0;
}
