import { spawnSync } from "node:child_process";
import { closeSync, constants, createReadStream, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A pipe for the output of a command. */
export interface Pipe {
  /** The end that the command gets, to be closed here when it has started. */
  readonly writing: number;
  readonly output: AsyncIterable<Buffer>;
}

/**
 * Opens a pipe as shells do; `undefined` where there is none. Those of Node are sockets: they hold some 280 small
 * writes, of which a program loses what is waiting when it calls `process.exit`, and nobody can open `/dev/stderr`.
 */
export function openPipe(): Pipe | undefined {
  if (process.platform === "win32") return undefined;
  const folder = temporaryFolder();
  if (folder === undefined) return undefined;
  const path = join(folder, "output");
  try {
    if (spawnSync("mkfifo", ["-m", "600", path], { stdio: "ignore" }).status !== 0) return undefined;
    // Open for both, it waits for no other end, and neither do the next two.
    const both = openSync(path, constants.O_RDWR);
    const reading = openSync(path, constants.O_RDONLY);
    const writing = openSync(path, constants.O_WRONLY);
    closeSync(both);
    return { writing, output: createReadStream("", { fd: reading }) as AsyncIterable<Buffer> };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function temporaryFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "tooltrim-"));
  } catch {
    return undefined;
  }
}
