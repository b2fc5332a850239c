import { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { Writable } from "./outlet.js";
import type { Report } from "./settings.js";

/** Streams of the client's side: messages from and to it, and reports for users who watch the proxy. */
export interface ClientStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: NodeJS.WritableStream;
  readonly report: Report;
  /** Resolves when a signal asks the proxy to end, or when its output is closed. */
  readonly stopped: Promise<void>;
  /** Resolves when all output has been written, and lets the process end. */
  end(): Promise<void>;
}

/** Returns the streams of this process. */
export function ownStreams(report: Report): ClientStreams {
  const stdout = ownStdout();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    // EPIPE: the client is gone.
    stdout.on("error", () => resolve());
    stdout.on("close", () => resolve());
  });
  process.stderr.on("error", () => {});
  const end = async (): Promise<void> => {
    process.stdin.destroy();
    await Promise.race([new Promise<void>((resolve) => stdout.end(resolve)), stopped]);
  };
  return { stdin: process.stdin, stdout, stderr: process.stderr, report, stopped, end };
}

/** Returns a stdout that does not block. Node's own blocks for pipes on POSIX: a slow client would stop the reading. */
function ownStdout(): Writable & NodeJS.WritableStream {
  try {
    if (process.platform !== "win32") return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // A file.
  }
  return process.stdout;
}
