import { Argument, Command, Option } from "commander";
import { mcpFlags } from "../mcp/arguments.js";
import { version } from "../version.js";
import { compactFlags } from "./compact-flags.js";
import { type Config, readConfig } from "./config.js";
import { cleanKinds } from "./config-schema.js";
import { kindsOf, number, trimFlags } from "./trim-flags.js";

const formats = ["openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "vscode"];
const bindings = ["prefix", "loop", "calls"];
const session = "a session: messages of a provider, or the log of an agent; - or nothing for stdin";

const jsonFlag = () => new Option("--json", "print JSON for programs");
const outputFlag = () => new Option("-o, --output <file>", "write to a file instead of stdout");
const formatFlag = () => new Option("--format <format>", "message format (default: detected)").choices(formats);
const thinkingFlag = () => new Option("--thinking <what>", "what the provider binds thinking to").choices(bindings);
const prefillFlag = () => new Option("--no-prefill", "the model does not go on from a last message of the assistant");
const folderFlag = () => new Option("--store-folder <folder>", "folder of the store");

/** The command line, as help, completion, man page and schema describe it. Each command is loaded when it runs. */
export function program(): Command {
  const tooltrim = new Command("tooltrim")
    .description("Keeps what tools return from flooding a model's context.")
    .version(version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: true })
    .option("--config <file>", "read this file instead of the nearest .tooltrimrc.json")
    .option("--no-config", "ignore configuration files")
    .addHelpText(
      "after",
      examples(
        ["npm test 2>&1 | tooltrim", "trims what a command prints to 30,000 chars, errors kept"],
        ["tooltrim run -- npm test", "the same with the exit code, and the full output kept"],
        ["tooltrim stats", "what eats the context of the sessions on this machine"],
        ["tooltrim compact session.json --window-tokens 200000 -o smaller.json", ""],
      ) +
        "\n\nExit codes: 0; 1 for bad input, or problems found; 2 for a wrong command line (hook: 1); run: that of the command.",
    );
  const config = (forHook = false): Config =>
    readConfig(tooltrim.opts().config === true ? undefined : tooltrim.opts().config, forHook);

  const trim = tooltrim
    .command("trim", { isDefault: true })
    .description("trim a text to a limit; the default command")
    .argument("[file]", "a file; - or nothing for stdin")
    .addOption(jsonFlag())
    .option("--store", "keep the full text of what is cut, and name its ref in the marker")
    .addOption(folderFlag())
    .addHelpText(
      "after",
      examples(
        ["kubectl logs my-pod | tooltrim --max-chars 8000", ""],
        ["tooltrim trim build.log --max-tokens 2000 --keep tail", ""],
        ["curl -s https://api.example.com/items | tooltrim --preset apiResponse", "the JSON stays valid"],
      ),
    )
    .action(async (file, flags) => (await import("./commands/trim.js")).runTrim(file, flags, config()));
  for (const flag of trimFlags()) trim.addOption(flag);

  const run = tooltrim
    .command("run")
    .description("run a command, trim its output, keep its exit code and the full output")
    .argument("<command>", "a program; put -- before it if its name begins with -")
    .argument("[args...]", "its arguments")
    .passThroughOptions()
    .addOption(jsonFlag())
    .option("--no-store", "discard the full output of what is cut")
    .addOption(folderFlag())
    .addHelpText(
      "after",
      examples(
        ["tooltrim run -- npm test", ""],
        ["tooltrim run --max-chars 8000 -- sh -c 'make 2>&1 | tee make.log'", ""],
        ["tooltrim retrieve k3f9a2bx --pattern FAILED", "reads an output that was cut"],
      ),
    )
    .action(async (command, args, flags) =>
      (await import("./commands/run.js")).runCommand(command, args, flags, config()),
    );
  for (const flag of trimFlags()) run.addOption(flag);

  tooltrim
    .command("retrieve")
    .description("print an output that run or trim --store has kept, or a part of it")
    .argument("<ref>", "k3f9a2bx, or '#k3f9a2bx' as the marker has it")
    .option("--lines <range>", "120, 120-180 or 120-, counted from 1")
    .option("--pattern <text>", "lines with this text")
    .option("--about <question>", "lines that answer this question")
    .option("--ignore-case", "ignore case")
    .addOption(number("context", "lines of context around each match"))
    .addOption(number("page", "page of a long part"))
    .addOption(number("maxChars", "chars of a page (20000)"))
    .addOption(folderFlag())
    .addOption(jsonFlag())
    .addHelpText(
      "after",
      examples(["tooltrim retrieve k3f9a2bx --lines 1200-1300", ""], ["tooltrim retrieve k3f9a2bx > full.log", ""]),
    )
    .action(async (ref, flags) => (await import("./commands/retrieve.js")).runRetrieve(ref, flags, config()));

  tooltrim
    .command("clean")
    .description("remove noise: escape sequences, overwritten and repeated lines, base64")
    .argument("[file]", "a file; - or nothing for stdin")
    .option("--kinds <kinds>", `some of ${cleanKinds.join(", ")}; else all but longLines`, kindsOf("--kinds"))
    .addHelpText(
      "after",
      examples(["docker build . 2>&1 | tooltrim clean", ""], ["tooltrim clean --kinds ansi,base64 log.txt", ""]),
    )
    .action(async (file, flags) => (await import("./commands/clean.js")).runClean(file, flags, config()));

  tooltrim
    .command("tokens")
    .description("count estimated tokens, chars, bytes and lines")
    .argument("[files...]", "files; - or nothing for stdin")
    .addOption(jsonFlag())
    .addHelpText("after", examples(["tooltrim tokens README.md src/*.ts", ""], ["git diff | tooltrim tokens", ""]))
    .action(async (files, flags) => (await import("./commands/tokens.js")).runTokens(files, flags));

  const compact = tooltrim
    .command("compact")
    .description("fit a session into a context window")
    .argument("[file]", session)
    .addOption(formatFlag())
    .option("--force", "take a step even below the mark")
    .addOption(outputFlag())
    .addOption(new Option("--report", "print the report instead of the session").conflicts("output"))
    .addOption(
      number("show", "print a diff of an exchange, by its number in the report").conflicts([
        "output",
        "report",
        "json",
      ]),
    )
    .addOption(jsonFlag())
    .addHelpText(
      "after",
      examples(
        ["tooltrim compact session.json --window-tokens 200000 -o smaller.json", ""],
        ["tooltrim compact session.json --force --compact-to 0.2 --report", ""],
        ["tooltrim compact session.json --force --show 17", "what became of exchange 17"],
      ),
    )
    .action(async (file, flags) => (await import("./commands/compact.js")).runCompact(file, flags, config()));
  for (const flag of compactFlags()) compact.addOption(flag);

  tooltrim
    .command("stats")
    .description("show what eats the context of a session; without a file, of the sessions on this machine")
    .argument("[files...]", `${session}; of several a list`)
    .addOption(formatFlag())
    .addOption(number("windowTokens", "context window for the targets"))
    .option("--html <file>", "write one page with charts; - for stdout")
    .option("--svg <file>", "write a picture; - for stdout")
    .addOption(number("recent", "logs to list without a file (20)"))
    .addOption(jsonFlag())
    .addHelpText(
      "after",
      examples(
        ["tooltrim stats", "lists the newest logs of the agents on this machine"],
        ["tooltrim stats ~/.claude/projects/my-app/4f1c.jsonl", ""],
        ["tooltrim stats session.json --html report.html", ""],
        ["tooltrim stats logs/*.jsonl", "a list of them, and their tools together"],
      ),
    )
    .action(async (files, flags) => (await import("./commands/stats.js")).runStats(files, flags, config()));

  tooltrim
    .command("validate")
    .description("list problems that a provider would reject, with JSON Pointers; exit with 1 if there are any")
    .argument("[file]", session)
    .addOption(formatFlag())
    .addOption(thinkingFlag())
    .addOption(prefillFlag())
    .option("--before <file>", "an earlier request: is what its thinking is bound to still there?")
    .addOption(jsonFlag())
    .addHelpText(
      "after",
      examples(["tooltrim validate session.json", ""], ["tooltrim validate next.json --before last.json", ""]),
    )
    .action(async (file, flags) => (await import("./commands/validate.js")).runValidate(file, flags));

  tooltrim
    .command("repair")
    .description("repair a session so that its provider accepts it")
    .argument("[file]", session)
    .addOption(formatFlag())
    .addOption(thinkingFlag())
    .addOption(prefillFlag())
    .option("--repair-user-texts", "replace lone surrogates in texts of the user, too")
    .addOption(outputFlag())
    .addOption(new Option("-w, --write", "replace the file itself").conflicts(["output", "json"]))
    .addOption(jsonFlag())
    .addHelpText(
      "after",
      examples(["tooltrim repair session.json -o mended.json", ""], ["tooltrim repair -w session.json", ""]),
    )
    .action(async (file, flags) => (await import("./commands/repair.js")).runRepair(file, flags));

  const hook = tooltrim
    .command("hook")
    .description("bound what the tools of a coding agent return: a hook, which reads and prints its JSON")
    .addArgument(new Argument("<agent>", "the agent that runs it").choices(["claude-code", "codex", "gemini"]))
    .option("--no-store", "discard the full output of what is cut")
    .addOption(folderFlag())
    .addHelpText("after", examples(["tooltrim hook claude-code --max-chars 8000", "in the settings of the agent"]))
    .action(async (agent, flags) => {
      const args = trimInstead(process.argv.slice(2), agent);
      await (await import("./commands/hook.js")).runHook(agent, flags, config(true), args);
    });
  for (const flag of trimFlags()) hook.addOption(flag);

  const mcp = tooltrim
    .command("mcp")
    .description("bound each result of an MCP server, and pass everything else through unchanged: a proxy on stdio")
    .argument("[server...]", "the server's command, after --; or --url")
    .addHelpText(
      "after",
      examples(
        ["tooltrim mcp -- npx -y @modelcontextprotocol/server-filesystem .", ""],
        ["tooltrim mcp --url https://host/mcp --header 'Authorization: Bearer …'", ""],
      ),
    )
    .action(async (server, flags) => (await import("../mcp/command.js")).runMcp(server, flags));
  for (const flag of mcpFlags()) mcp.addOption(flag);

  tooltrim
    .command("completion")
    .description("print a script that completes commands and flags in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish", "powershell"]))
    .addHelpText("after", examples(["source <(tooltrim completion bash)", "in ~/.bashrc"]));

  return tooltrim;
}

/** The command line of `trim` with the flags of a command line of `hook`. */
function trimInstead(args: readonly string[], agent: string): string[] {
  const at = args.indexOf("hook");
  const after = args.slice(at + 1).filter((arg) => arg !== "--no-store");
  after.splice(after.indexOf(agent), 1);
  return [...args.slice(0, at), "trim", ...(args.includes("--no-store") ? [] : ["--store"]), ...after];
}

function examples(...lines: [command: string, about: string][]): string {
  return `\nExamples:\n${lines.map(([command, about]) => `  ${command}${about && `\n      ${about}`}`).join("\n")}`;
}
