import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ClientStreams } from "../client.js";
import type { Session } from "../session.js";
import { Exchange, type Served } from "./exchange.js";
import { ALLOWED } from "./gate.js";
import { Sessions } from "./sessions.js";
import { Tokens } from "./token.js";

/** Configuration of a proxy that listens on a port. */
interface PortOptions {
  readonly port: number;
  /** The only server that gets a request. */
  readonly url: URL;
  /** Headers of each request to it. */
  readonly headers: readonly (readonly [string, string])[];
  /** Prefixes of further paths to serve. */
  readonly paths: readonly string[];
  /** Clients must send one of these; if empty, every client on this machine is served. */
  readonly tokens: readonly string[];
}

/** Listens on 127.0.0.1 and passes requests on to the server at `url`. Resolves with the exit code after a signal. */
export async function runProxy(
  newSession: () => Session,
  { port, url, headers, paths, tokens }: PortOptions,
  { report, stopped }: ClientStreams,
): Promise<number> {
  const served: Served = {
    url,
    paths,
    extra: Object.fromEntries(headers),
    tokens: new Tokens(tokens),
    sessions: new Sessions(newSession),
    report,
  };
  const server = createServer((request, response) => {
    new Exchange(served, request, response).run().catch((error: unknown) => {
      report(`a request failed: ${error instanceof Error ? error.message : error}`);
      response.destroy();
    });
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${ALLOWED}\r\nConnection: close\r\n\r\n`);
  });
  // No time limit for receiving a request.
  server.requestTimeout = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      // This machine only: the headers may hold credentials.
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (error) {
    report(`--port: ${port} cannot be listened on: ${(error as Error).message}`);
    return 1;
  }
  report(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}${url.pathname}`);
  await stopped;
  server.close();
  server.closeAllConnections();
  return 0;
}
