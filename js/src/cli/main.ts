#!/usr/bin/env node
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { runTrim } from "./commands/trim.js";
import { readConfig } from "./config.js";
import { isTerminal, print, printError, tell } from "./io.js";

/** Runs the command line and returns the exit code: 0, 1 for bad input, 2 for a wrong command line. */
async function main(args: readonly string[]): Promise<number> {
  // The parser takes longer to load than a small text to trim.
  if (args.length === 0 && !isTerminal(0)) return codeOf(() => runTrim(undefined, {}, readConfig(undefined)));
  const { program } = await import("./program.js");
  const tooltrim = program();
  const [name = ""] = args;
  const completes = name === "complete" || (name === "completion" && !/^-/.test(args[1] ?? "-"));
  if (completes) (await import("./completion.js")).addCompletion(tooltrim);
  for (const command of [tooltrim, ...tooltrim.commands]) {
    command.exitOverride().configureOutput({ writeOut: print, outputError: () => {} });
  }
  if (args.length === 0) {
    printError(tooltrim.helpInformation());
    return 2;
  }
  const names = ["help", ...tooltrim.commands.map((each) => each.name())];
  if (/^[a-z-]+$/.test(name) && !name.startsWith("-") && !names.includes(name) && !existsSync(name)) {
    return codeOf(() => misspelled(tooltrim, name));
  }
  return codeOf(
    () => tooltrim.parseAsync(args, { from: "user" }),
    tooltrim.commands.find((each) => each.name() === name),
  );
}

/**
 * Throws the parser's error for an unknown command, with its suggestion. Without this, any word is a file of `trim`, the
 * default command.
 */
async function misspelled(tooltrim: Command, name: string): Promise<void> {
  tooltrim.args = [name];
  (tooltrim as unknown as { unknownCommand(): never }).unknownCommand();
}

async function codeOf(run: () => Promise<unknown>, command?: Command): Promise<number> {
  try {
    await run();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // By their names: the classes of the parser and of commands are in other files.
    const { name, code, exitCode = 1, message = String(error) } = error as Partial<Failure>;
    const isParser = code?.startsWith("commander.");
    if (name === "Exit" || (isParser && exitCode === 0)) return exitCode;
    const isUsage = isParser || name === "UsageError" || code === "INVALID_OPTION" || code === "MARKER_TOO_LONG";
    tell(`tooltrim: ${message.replace(/^error: /, "")}`);
    if (isUsage) tell(`Try: tooltrim ${command ? `${command.name()} ` : ""}--help`);
    // For the agents that run hooks, 2 means: refuse the call of the tool.
    return isUsage && command?.name() !== "hook" ? 2 : 1;
  }
}

interface Failure {
  readonly name: string;
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
  // Everything is written; what still waits, such as a store on a file system that hangs, is not waited for.
  setTimeout(() => process.exit(code), 1000).unref();
});
