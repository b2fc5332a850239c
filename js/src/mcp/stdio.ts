import { failure, messageOf } from "./answers.js";
import { ChildServer, type Gone } from "./child.js";
import type { ClientStreams } from "./client.js";
import { Incoming } from "./incoming.js";
import { readLines } from "./lines.js";
import { Outgoing } from "./outgoing.js";
import { type Outlet, StreamOutlet } from "./outlet.js";
import type { Outline } from "./requests.js";
import type { Session } from "./session.js";

/** Milliseconds to wait for a server that was asked to exit. */
const LAST_PATIENCE = 3000;

/** Connects a client on stdin and stdout to a child process. Resolves with the exit code when the client has closed. */
export async function runStdio(
  session: Session,
  command: string,
  args: readonly string[],
  streams: ClientStreams,
): Promise<number> {
  const child = new ChildServer(command, args, streams.stderr);
  const client = new StreamOutlet(streams.stdout, "", "\n");
  const server = new StreamOutlet(child.stdin, "", "\n");
  let isClosing = false;
  let failed = false;

  const incoming = readLines(
    child.stdout,
    () => new Incoming(session, client),
    (taker) => (taker as Incoming).abort(),
  ).catch((error: unknown) => {
    // Output of a server that has exited is not waited for.
    if (child.hasExited) return;
    const reason = `the server's output cannot be read: ${messageOf(error)}`;
    streams.report(reason);
    return answerAll(session, client, { reason, wasAsked: false });
  });

  const gone = child.ended.then(async (how) => {
    await incoming;
    // A server that ends because the client has closed has not failed, unless answers are missing.
    if (isClosing && (how.wasAsked || !session.requests.isWaitedFor)) return;
    failed = true;
    streams.report(how.reason);
    await answerAll(session, client, how);
  });

  const onMessage = (message: Outline): boolean => {
    if (!failed || !child.gone) return true;
    if (message.id !== undefined && message.method !== undefined) {
      void client.message(failure(message.id, child.gone.reason));
    }
    return false;
  };

  const closed = readLines(
    streams.stdin,
    () => new Outgoing({ session, server, client, onMessage }),
    // A last message without a line feed is still sent.
    (taker) => (taker as Outgoing).end(),
  ).catch((error: unknown) => {
    if (!isClosing) streams.report(`the client's requests cannot be read: ${messageOf(error)}`);
  });
  await Promise.race([closed, streams.stopped]);
  isClosing = true;
  await child.close(streams.stopped, session.requests.isWaitedFor);
  // The proxy ends even if the server cannot be ended.
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, LAST_PATIENCE).unref())]);
  return failed ? 1 : 0;
}

/** Answers every waiting request with an error that gives the reason. */
async function answerAll(session: Session, client: Outlet, { reason }: Gone): Promise<void> {
  for (const id of session.requests.takeAll()) await client.message(failure(id, reason));
}
