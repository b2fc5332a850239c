import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { inGroup, signalGroup } from "../cli/process-group.js";
import { type Client, Outlet } from "./client.js";
import type { Server } from "./connection.js";
import { linesOf } from "./lines.js";
import { failure, messageOf } from "./messages.js";
import type { Session } from "./session.js";

/** Milliseconds for a server to exit, first after its input ends, then after SIGTERM. Clients kill after 4 s. */
const GRACE = 1500;
/** Milliseconds for a server with open requests after the client has closed. */
const GRACE_WITH_REQUESTS = 10_000;
/** Milliseconds for output to arrive after a server has exited. */
const LEFTOVERS = 1000;
/** Milliseconds to wait for a server that was asked to exit, and for the answers that it still gave. */
const LAST_PATIENCE = 3000;
/** Lines of stderr that errors quote, and their maximum length. */
const LAST_LINES = 5;
const LONGEST_LINE = 300;

/** A server that runs as a child process and speaks over its stdin and stdout. */
export class ChildServer implements Server {
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #session: Session;
  readonly #client: Client;
  readonly #stdin: Outlet;
  /** Resolves when the process has ended and its output is closed, or when it could not be started. */
  readonly #ended: Promise<void>;
  /** Resolves when its last message has been passed on, and its open requests have been answered. */
  readonly #settled: Promise<void>;
  #tail = "";
  /** True if the proxy ended it. */
  #wasAsked = false;
  #isClosing = false;
  #failed = false;
  #reason: string | undefined;

  constructor(command: string, args: readonly string[], session: Session, client: Client) {
    this.#command = command;
    this.#session = session;
    this.#client = client;
    // A server may be started through npx or a shell, which ends with it.
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], ...inGroup });
    this.#child = child;
    this.#stdin = new Outlet(child.stdin as Writable);
    child.stdin?.on("error", () => {});
    child.stderr?.on("data", (bytes: Buffer) => {
      process.stderr.write(bytes);
      this.#tail = (this.#tail + bytes.toString()).slice(-LAST_LINES * LONGEST_LINE);
    });
    this.#ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.#reason ??= reason;
        resolve();
      };
      child.once("error", (error: NodeJS.ErrnoException) => end(this.#notStarted(error)));
      child.once("close", (code, signal) => end(this.#ending(code, signal)));
      // Processes that the server started may hold its output open.
      const letGo = () => [child.stdout, child.stderr].forEach((stream) => void stream?.destroy());
      child.once("exit", () => void setTimeout(LEFTOVERS, undefined, { ref: false }).then(letGo));
    });
    this.#settled = this.#settle(this.#read());
  }

  readonly send = (bytes: string | Buffer): Promise<void> => this.#stdin.message(bytes);

  get gone(): string | undefined {
    return this.#failed ? this.#reason : undefined;
  }

  /**
   * Ends the server's input, then sends SIGTERM, then SIGKILL. The first wait is longer if answers are missing, and
   * ends at once when `hurry` resolves. Returns 1 if the server failed.
   */
  async close(hurry: Promise<void>): Promise<number> {
    this.#isClosing = true;
    await this.#end(hurry);
    // The proxy ends even if the server cannot be ended.
    await Promise.race([this.#settled, setTimeout(LAST_PATIENCE, undefined, { ref: false })]);
    return this.#failed ? 1 : 0;
  }

  async #end(hurry: Promise<void>): Promise<void> {
    this.#child.stdin?.end();
    const ends = this.#endsWithin(this.#session.requests.isWaitedFor ? GRACE_WITH_REQUESTS : GRACE);
    // Ends processes that it left behind.
    if (await Promise.race([ends, hurry.then(() => false)])) return this.#signal("SIGTERM");
    this.#signal("SIGTERM");
    if (!(await this.#endsWithin(GRACE))) this.#signal("SIGKILL");
    await this.#endsWithin(GRACE);
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#child.stdout as Readable)) {
        const message = this.#session.fromServerLine(line);
        if (message !== undefined) await this.#client.outlet.message(message);
      }
    } catch (error) {
      // Output of a server that has exited is not waited for.
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
      const reason = `the server's output cannot be read: ${messageOf(error)}`;
      this.#client.report(reason);
      await this.#answerAll(reason);
    }
  }

  async #settle(read: Promise<void>): Promise<void> {
    await this.#ended;
    await read;
    // A server that ends because the client has closed has not failed, unless answers are missing.
    if (this.#isClosing && (this.#wasAsked || !this.#session.requests.isWaitedFor)) return;
    this.#failed = true;
    this.#client.report(this.#reason as string);
    await this.#answerAll(this.#reason as string);
  }

  /** Answers every waiting request with an error that gives the reason. */
  async #answerAll(reason: string): Promise<void> {
    for (const id of this.#session.requests.takeAll()) await this.#client.outlet.message(failure(id, reason));
  }

  /** Signals the whole process group: nothing that the server started may stay behind. */
  #signal(signal: NodeJS.Signals): void {
    if (this.#reason === undefined) this.#wasAsked = true;
    signalGroup(this.#child, signal);
  }

  #endsWithin(milliseconds: number): Promise<boolean> {
    return Promise.race([this.#ended.then(() => true), setTimeout(milliseconds, false, { ref: false })]);
  }

  #notStarted(error: NodeJS.ErrnoException): string {
    const why =
      error.code === "ENOENT" ? "command not found" : error.code === "EACCES" ? "not executable" : error.message;
    return `the server ${JSON.stringify(this.#command)} could not be started: ${why}`;
  }

  #ending(code: number | null, signal: NodeJS.Signals | null): string {
    const how = signal ? `was ended by ${signal}` : `exited with code ${code}`;
    const lines = this.#tail.trimEnd().split("\n").slice(-LAST_LINES);
    const last = lines.map((line) => line.slice(0, LONGEST_LINE)).join("\n");
    return `the server ${JSON.stringify(this.#command)} ${how}${last === "" ? "" : `; its last words:\n${last}`}`;
  }
}
