import { openSync, writeSync } from "node:fs";
import { UsageError } from "../cli/usage.js";
import { type McpArguments, readArguments } from "./arguments.js";
import { ownStreams } from "./client.js";
import { runProxy } from "./http/proxy.js";
import { runHttpServer } from "./http/stdio.js";
import { newToken, readTokens } from "./http/token.js";
import { Session } from "./session.js";
import type { Report } from "./settings.js";
import { Stats } from "./stats.js";
import { runStdio } from "./stdio.js";
import { usage } from "./usage.js";

/** Runs `tooltrim mcp`: exits the process with its code when the client is gone. Resolves only for `--help`, with 0. */
export async function runMcp(args: readonly string[]): Promise<number> {
  const asked = readArguments(args);
  if (asked.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const report = reportTo(asked.log);
  const stats = new Stats();
  const code = await run(asked, stats, report);
  if (asked.stats) report(`stats\n${stats}`);
  // A client that stops reading must not keep the proxy alive.
  process.exit(code);
}

async function run(asked: McpArguments, stats: Stats, report: Report): Promise<number> {
  const { settings, server, headers, port, paths } = asked;
  const newSession = (): Session => new Session(settings, stats, report);
  const streams = ownStreams(report);
  if (port !== undefined && "url" in server) {
    const tokens = tokensOf(asked, report);
    return runProxy(newSession, { port, url: server.url, headers, paths, tokens }, streams);
  }
  const code =
    "url" in server
      ? await runHttpServer(newSession(), server.url, Object.fromEntries(headers), streams)
      : await runStdio(newSession(), server.command, server.args, streams);
  await streams.end();
  return code;
}

function tokensOf({ token }: McpArguments, report: Report): string[] {
  if (token === undefined) return [];
  if (token !== "new") return readTokens(token.file, report);
  const made = newToken();
  // Never into a log, since others may read it later.
  process.stderr.write(`tooltrim mcp: token: ${made}\n`);
  return [made];
}

/** Returns a report function. It writes synchronously, so that no report is lost when the process ends. */
function reportTo(log: string | undefined): Report {
  if (log === undefined || log === "stderr") return (line) => void process.stderr.write(`tooltrim mcp: ${line}\n`);
  try {
    const file = openSync(log, "a", 0o600);
    return (line) => void writeSync(file, `${new Date().toISOString()} ${line}\n`);
  } catch (error) {
    throw new UsageError(`--log: ${JSON.stringify(log)} cannot be written: ${(error as Error).message}`);
  }
}
