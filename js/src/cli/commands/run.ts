import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { constants } from "node:os";
import type { Config } from "../config.js";
import { print, tell } from "../io.js";
import { checkOptions, keep } from "../keep.js";
import type { StoreFlags } from "../output-store.js";
import { openPipe } from "../pipe.js";
import { inGroup, signalGroup } from "../process-group.js";
import { Spool } from "../spool.js";
import type { TrimFlags } from "../trim-options.js";
import { Exit, UsageError } from "../usage.js";
import { optionsOf } from "./trim.js";

export interface RunFlags extends TrimFlags, StoreFlags {
  readonly json?: boolean;
}

/** Runs `tooltrim run`: a command, whose trimmed output is printed and whose exit code is ours. */
export async function runCommand(command: string, args: readonly string[], flags: RunFlags, config: Config) {
  const options = optionsOf(flags, config);
  if (options.format === "json")
    throw new UsageError("--format: json cannot be used with run, whose output is one text");
  checkOptions(options, flags);
  const spool = new Spool();
  try {
    const ending = await outputOf(command, args, spool);
    const trimmed = await keep(spool, options, flags, config);
    print(flags.json ? `${JSON.stringify({ ...trimmed, ...ending })}\n` : trimmed.text);
    throw new Exit(ending.exitCode);
  } finally {
    spool.close();
  }
}

/** How a command ended, or why it did not start. */
interface Ending {
  readonly exitCode: number;
  readonly signal?: string;
  readonly error?: string;
}

/** Milliseconds for a command to end after a signal. */
const GRACE = 5000;

function endGroup(child: ChildProcess): void {
  signalGroup(child, "SIGTERM");
  setTimeout(() => signalGroup(child, "SIGKILL"), 1000).unref();
}

/** Signals that end this process, and with it what it started. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

async function outputOf(command: string, args: readonly string[], spool: Spool): Promise<Ending> {
  if (command === "") return notStarted(command, { name: "Error", message: "", code: "ENOENT" });
  const pipe = openPipe();
  // Before the command starts: a signal that comes while it starts would end us, and not the command.
  const letGo = passSignals(() => child);
  const guard = startGuard();
  const child = spawn(command, args, {
    stdio: ["inherit", pipe?.writing ?? "pipe", pipe?.writing ?? "pipe"],
    ...inGroup,
  });
  if (child.pid !== undefined) guard?.stdin?.write(`${child.pid}\n`);
  // Else the pipe would not end with the command.
  if (pipe) closeSync(pipe.writing);
  try {
    // In order of arrival; of two pipes nobody knows more.
    const read = async (stream: AsyncIterable<Buffer> | null) => {
      for await (const chunk of stream ?? []) spool.add(chunk);
    };
    const ended = new Promise<Ending>((resolve) => {
      child.once("error", (error: NodeJS.ErrnoException) => resolve(notStarted(command, error)));
      child.once("exit", (code, signal) => {
        resolve(signal ? { exitCode: 128 + constants.signals[signal], signal } : { exitCode: code ?? 1 });
      });
    });
    const reading = Promise.all([pipe?.output ?? null, child.stdout, child.stderr].map(read));
    const ending = await ended;
    // What the command left behind may hold its output open; a shell's pipe would wait for it, too.
    await reading;
    return ending;
  } finally {
    guard?.kill("SIGKILL");
    letGo();
  }
}

/**
 * Passes the signals that end this process to the command; stops the command when a shell stops this process (Ctrl-Z),
 * and continues it with this process. Handlers run when no other code does, when `child` is there.
 *
 * @returns what takes the handlers away.
 */
function passSignals(child: () => ChildProcess): () => void {
  const pass = (signal: NodeJS.Signals) => {
    signalGroup(child(), signal);
    // Processes that ignore the signal, such as background jobs of a shell and SIGINT, do not outlive us.
    child().once("exit", () => endGroup(child()));
    setTimeout(() => endGroup(child()), GRACE).unref();
  };
  const stop = () => {
    // SIGTSTP is ignored in a session of its own.
    signalGroup(child(), "SIGSTOP");
    process.kill(process.pid, "SIGSTOP");
  };
  const resume = () => signalGroup(child(), "SIGCONT");
  const handlers = [
    ...signals.map((signal) => [signal, pass] as const),
    ...(process.platform === "win32"
      ? []
      : ([
          ["SIGTSTP", stop],
          ["SIGCONT", resume],
        ] as const)),
  ];
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

/**
 * Ends the command if this process is killed in a way that it cannot notice: a shell that reads the number of the
 * command's group from us, and kills the group when there is nothing more to read.
 */
function startGuard(): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const script = `trap '' INT TERM HUP QUIT; read pid || exit; read _; kill -TERM -$pid; sleep 1; kill -KILL -$pid`;
  const guard = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  guard.on("error", () => {});
  guard.stdin.on("error", () => {});
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return guard;
}

function notStarted(command: string, { code, message }: NodeJS.ErrnoException): Ending {
  const reason = code === "EACCES" ? "permission denied" : `cannot be started: ${message}`;
  const error = `${code === "ENOENT" ? "command not found" : reason}: ${JSON.stringify(command)}`;
  tell(`tooltrim: ${error}`);
  // As shells do.
  return { exitCode: code === "ENOENT" ? 127 : 126, error };
}
