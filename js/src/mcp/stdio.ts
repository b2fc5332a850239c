import { messageOf } from "./answers.js";
import { ChildServer, type Gone } from "./child.js";
import type { ClientStreams } from "./client.js";
import { Incoming } from "./incoming.js";
import { readLines } from "./lines.js";
import { Outgoing } from "./outgoing.js";
import { type Outlet, StreamOutlet } from "./outlet.js";
import type { Outline } from "./requests.js";
import { failure, type Session } from "./session.js";

/** Time to wait for a server that was told to exit. */
const LAST_PATIENCE = 3000;

/** A client on our stdin and stdout, a server as a child process. Resolves with the exit code when the client has closed. */
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
    // What is left of a server that has exited is not waited for.
    if (child.hasExited) return;
    const reason = `the server's output cannot be read: ${messageOf(error)}`;
    streams.report(reason);
    return answerAll(session, client, { reason, wasAsked: false });
  });

  const gone = child.ended.then(async (how) => {
    await incoming;
    // A server that ends because the client has closed did not fail, unless it owed an answer.
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
    // A client that ends without a line feed has still said what it said.
    (taker) => (taker as Outgoing).end(),
  ).catch((error: unknown) => {
    if (!isClosing) streams.report(`the client's requests cannot be read: ${messageOf(error)}`);
  });
  await Promise.race([closed, streams.stopped]);
  isClosing = true;
  await child.close(streams.stopped, session.requests.isWaitedFor);
  // Should it not even be possible to end it, we end all the same.
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, LAST_PATIENCE).unref())]);
  return failed ? 1 : 0;
}

/** Every request that waits gets the reason why there is no answer. */
export async function answerAll(session: Session, client: Outlet, { reason }: Gone): Promise<void> {
  for (const id of session.requests.takeAll()) await client.message(failure(id, reason));
}
