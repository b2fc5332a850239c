import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Report } from "./stats.js";

/** Writer of messages to a stream, one per line. */
export class Outlet {
  readonly #stream: Writable;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes a message, and waits while the reader is behind. Writing to a closed stream is a no-op. */
  message(bytes: string | Buffer): Promise<void> {
    const stream = this.#stream;
    return new Promise((resolve) => {
      if (stream.destroyed || !stream.writable) return resolve();
      stream.write(bytes);
      if (stream.write("\n", () => resolve())) resolve();
    });
  }
}

/** The client's side: messages from and to it, and reports for users who watch the proxy. */
export interface Client {
  readonly stdin: Readable;
  readonly outlet: Outlet;
  readonly report: Report;
  /** Resolves when a signal asks the proxy to end, or when its output is closed. */
  readonly stopped: Promise<void>;
  /** Resolves when all output has been written, and lets the process end. */
  end(): Promise<void>;
}

/** Returns the client on the streams of this process. */
export function ownClient(report: Report): Client {
  const stdout = ownStdout();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    // EPIPE: the client is gone.
    for (const event of ["error", "close"]) stdout.on(event, () => resolve());
  });
  process.stderr.on("error", () => {});
  const end = async (): Promise<void> => {
    process.stdin.destroy();
    await Promise.race([new Promise<void>((resolve) => stdout.end(resolve)), stopped]);
  };
  return { stdin: process.stdin, outlet: new Outlet(stdout), report, stopped, end };
}

/** Returns a stdout that does not block. Node's own blocks for pipes on POSIX: a slow client would stop the reading. */
function ownStdout(): Writable {
  try {
    if (process.platform !== "win32") return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // A file.
  }
  return process.stdout;
}
