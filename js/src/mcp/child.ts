import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** Time for a server to exit, first by itself, then after SIGTERM. Clients kill after 4 s. */
const GRACE = 1500;
/** Time for a server with open requests after the client has closed. */
const GRACE_WITH_REQUESTS = 10_000;
/** Time for output to arrive after a server has exited. */
const LEFTOVERS = 1000;
/** Chars of stderr that errors quote. */
const LAST_LINES = 5;
const LONGEST_LINE = 300;

/** Why a server is not there any more. */
export interface Gone {
  readonly reason: string;
  /** True if we made it end. */
  readonly wasAsked: boolean;
}

/** A server that runs as a child process and speaks over its stdin and stdout. */
export class ChildServer {
  readonly #child: ChildProcess;
  readonly #command: string;
  #tail = "";
  #asked = false;
  #gone: Gone | undefined;
  /** Resolves when the process has ended and its stdout is read, or when it never came to be. */
  readonly ended: Promise<Gone>;

  constructor(command: string, args: readonly string[], stderr: NodeJS.WritableStream) {
    this.#command = command;
    this.#child = spawn(command, args, {
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      // A group of its own: a server that was started by npx or a shell ends with it.
      detached: process.platform !== "win32",
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
      // What the server started may hold its output open.
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

  /** True if the process has ended; what it printed may still be on its way. */
  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get gone(): Gone | undefined {
    return this.#gone;
  }

  /**
   * Ends its input, then asks it to end, then makes it end. The first step has no patience once `hurry` resolves, and
   * more where answers are `expected`.
   */
  async close(hurry: Promise<unknown>, expected: boolean): Promise<void> {
    this.#child.stdin?.end();
    const ends = this.#endsWithin(expected ? GRACE_WITH_REQUESTS : GRACE);
    // What it started and left behind ends with it.
    if (await Promise.race([ends, hurry.then(() => false)])) return this.#signal("SIGTERM");
    this.#signal("SIGTERM");
    if (!(await this.#endsWithin(GRACE))) this.#signal("SIGKILL");
    await this.#endsWithin(GRACE);
  }

  /** To the whole group: what the server started must not stay behind. */
  #signal(signal: NodeJS.Signals): void {
    this.#asked = true;
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // Nobody is left.
    }
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
