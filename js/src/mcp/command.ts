import { openSync, writeSync } from "node:fs";
import { UsageError } from "../cli/usage.js";
import { type McpArguments, readArguments } from "./arguments.js";
import { ChildServer } from "./child.js";
import { ownClient } from "./client.js";
import { Connection } from "./connection.js";
import { Session } from "./session.js";
import { type Report, Stats } from "./stats.js";
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

async function run({ settings, server, headers }: McpArguments, stats: Stats, report: Report): Promise<number> {
  const session = new Session(settings, stats, report);
  const client = ownClient(report);
  if (!("url" in server)) {
    return new Connection(session, new ChildServer(server.command, server.args, session, client), client).run();
  }
  // Loaded here, since the transport is larger than all the rest.
  const { UrlServer } = await import("./url.js");
  return new Connection(session, new UrlServer(server.url, headers, session, client), client).run();
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
