import { openSync, writeSync } from "node:fs";
import { UsageError } from "../cli/usage.js";
import { type McpFlags, settingsOf } from "./arguments.js";
import { ChildServer } from "./child.js";
import { ownClient } from "./client.js";
import { Connection } from "./connection.js";
import { Session } from "./session.js";
import { type Report, Stats } from "./stats.js";

/** Runs `tooltrim mcp` between the client on stdio and a server, a command or a URL; exits the process at the end. */
export async function runMcp(server: readonly string[], flags: McpFlags): Promise<never> {
  const settings = settingsOf(server, flags);
  const [report, stats] = [reportTo(flags.log), new Stats()];
  const session = new Session(settings, stats, report);
  const client = ownClient(report);
  const [command = "", ...args] = server;
  // The transport is larger than all the rest.
  const spoken = flags.url
    ? new (await import("./url.js")).UrlServer(flags.url, flags.header ?? {}, session, client)
    : new ChildServer(command, args, session, client);
  const code = await new Connection(session, spoken, client).run();
  if (flags.stats) report(`stats\n${stats}`);
  // A client that stops reading must not keep the proxy alive.
  process.exit(code);
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
