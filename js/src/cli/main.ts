import { version } from "../core.js";
import { runMcp } from "../mcp/command.js";
import { UsageError, usage } from "./usage.js";

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = { mcp: runMcp };

/** Runs a command and returns its exit code: 0, 1 for bad input or a server that failed, 2 for bad usage. */
async function main(args: readonly string[]): Promise<number> {
  const [name = "--help", ...rest] = args;
  if (name === "--version" || name === "-v") return print(version);
  if (name === "--help" || name === "-h" || name === "help") {
    print(usage.all);
    return args.length > 0 ? 0 : 2;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new UsageError(`command: ${JSON.stringify(name)} is not one of ${Object.keys(commands).join(", ")}`);
  return command(rest);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`tooltrim: ${error instanceof Error ? error.message : error}\n`);
  const [name = ""] = process.argv.slice(2);
  if (isUsage) process.stderr.write(`Try: tooltrim ${Object.hasOwn(commands, name) ? `${name} ` : ""}--help\n`);
  process.exitCode = isUsage ? 2 : 1;
}
