import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { inGroup, signalGroup } from "../cli/process-group.js";

/** Milliseconds for a server to exit, first after its input ends, then after SIGTERM. Clients kill after 4 s. */
const GRACE = 1500;
/** Milliseconds for a server with open requests after the client has closed. */
const GRACE_WITH_REQUESTS = 10_000;
/** Milliseconds for output to arrive after a server has exited. */
const LEFTOVERS = 1000;
/** Lines of stderr that errors quote, and their maximum length. */
const LAST_LINES = 5;
const LONGEST_LINE = 300;

/** The end of a server. */
export interface Gone {
  readonly reason: string;
  /** True if the proxy ended it. */
  readonly wasAsked: boolean;
}

/** A server that runs as a child process and speaks over its stdin and stdout. */
export class ChildServer {
  readonly #child: ChildProcess;
  readonly #command: string;
  #tail = "";
  #asked = false;
  #gone: Gone | undefined;
  /** Resolves when the process has ended and its output is closed, or when it could not be started. */
  readonly ended: Promise<Gone>;

  constructor(command: string, args: readonly string[], stderr: NodeJS.WritableStream) {
    this.#command = command;
    this.#child = spawn(command, args, {
      stdio: ["pipe", "pipe", "pipe"],
      // A server may be started through npx or a shell, which ends with it.
      ...inGroup,
    });
    this.#child.stdin?.on("error", () => {});
    this.#child.stderr?.on("data", (bytes: Buffer) => {
      stderr.write(bytes);
      this.#tail = (this.#tail + bytes.toString()).slice(-LAST_LINES * LONGEST_LINE);
    });
    this.ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        this.#gone ??= { reason, wasAsked: this.#asked };
        resolve(this.#gone);
      };
      this.#child.once("error", (error: NodeJS.ErrnoException) => end(this.#notStarted(error)));
      this.#child.once("close", (code, signal) => end(this.#ending(code, signal)));
      // Processes that the server started may hold its output open.
      const letGo = () => [this.#child.stdout, this.#child.stderr].forEach((stream) => void stream?.destroy());
      this.#child.once("exit", () => setTimeout(letGo, LEFTOVERS).unref());
    });
  }

  get stdin(): Writable {
    return this.#child.stdin as Writable;
  }

  get stdout(): Readable {
    return this.#child.stdout as Readable;
  }

  /** True if the process has ended; some of its output may still arrive. */
  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get gone(): Gone | undefined {
    return this.#gone;
  }

  /**
   * Ends the server's input, then sends SIGTERM, then SIGKILL. The first wait is longer if answers are `expected`, and
   * ends at once when `hurry` resolves.
   */
  async close(hurry: Promise<unknown>, expected: boolean): Promise<void> {
    this.#child.stdin?.end();
    const ends = this.#endsWithin(expected ? GRACE_WITH_REQUESTS : GRACE);
    // Ends processes that it left behind.
    if (await Promise.race([ends, hurry.then(() => false)])) return this.#signal("SIGTERM");
    this.#signal("SIGTERM");
    if (!(await this.#endsWithin(GRACE))) this.#signal("SIGKILL");
    await this.#endsWithin(GRACE);
  }

  /** Signals the whole process group: nothing that the server started may stay behind. */
  #signal(signal: NodeJS.Signals): void {
    this.#asked = true;
    signalGroup(this.#child, signal);
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    if (this.#gone) return true;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, milliseconds, false);
    });
    const ended = await Promise.race([this.ended.then(() => true), patience]);
    clearTimeout(timer);
    return ended;
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
