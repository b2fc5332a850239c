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
  const child = spawn(command, args, {
    stdio: ["inherit", pipe?.writing ?? "pipe", pipe?.writing ?? "pipe"],
    ...inGroup,
  });
  // Else the pipe would not end with the command.
  if (pipe) closeSync(pipe.writing);
  const pass = (signal: NodeJS.Signals) => {
    signalGroup(child, signal);
    // What ignores it, such as a shell's background jobs SIGINT, does not outlive us.
    child.once("exit", () => endGroup(child));
    setTimeout(() => endGroup(child), GRACE).unref();
  };
  for (const signal of signals) process.on(signal, pass);
  const letGo = pausesWith(child);
  const guard = guardOf(child);
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
    for (const signal of signals) process.off(signal, pass);
    letGo();
  }
}

/** Stops the command when a shell stops this process (Ctrl-Z), and continues it with this process. */
function pausesWith(child: ChildProcess): () => void {
  if (process.platform === "win32") return () => {};
  const stop = () => {
    // SIGTSTP is ignored in a session of its own.
    signalGroup(child, "SIGSTOP");
    process.kill(process.pid, "SIGSTOP");
  };
  const resume = () => signalGroup(child, "SIGCONT");
  process.on("SIGTSTP", stop).on("SIGCONT", resume);
  return () => void process.off("SIGTSTP", stop).off("SIGCONT", resume);
}

/**
 * Ends the command if this process is killed in a way that it cannot notice: a shell that reads from us, and kills the
 * group when there is nothing more to read.
 */
function guardOf({ pid }: ChildProcess): ChildProcess | undefined {
  if (process.platform === "win32" || pid === undefined) return undefined;
  const guard = spawn(
    "/bin/sh",
    ["-c", `trap '' INT TERM HUP QUIT; read _; kill -TERM -${pid}; sleep 1; kill -KILL -${pid}`],
    {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    },
  );
  guard.on("error", () => {});
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
