// The man page of the command, from the same description as its help.

const escaped = (text) =>
  text
    .replace(/\\/g, "\\e")
    .replace(/-/g, "\\-")
    .replace(/^([.'])/gm, "\\&$1");
const bold = (text) => `\\fB${escaped(text)}\\fR`;

/** The page in roff, for `man`. `version` is in its footer. */
export function manPage(program, version) {
  const commands = program.commands.filter((command) => command.name() !== "help");
  const lines = [
    `.TH TOOLTRIM 1 "" "tooltrim ${version}" "User Commands"`,
    ".SH NAME",
    `tooltrim \\- ${escaped(sentence(program.description()))}`,
    ".SH SYNOPSIS",
    ...["command | tooltrim [options]", "tooltrim <command> [options]"].flatMap((line) => [
      `.B ${escaped(line)}`,
      ".br",
    ]),
    ".SH DESCRIPTION",
    "Without the name of a command, tooltrim trims what is on its standard input.",
    ...commands.flatMap((command) => [".TP", bold(command.name()), escaped(command.description())]),
    ".SH OPTIONS",
    ...options(program),
    ...commands.flatMap((command) => section(program, command)),
    ".SH FILES",
    ".TP",
    bold(".tooltrimrc.json"),
    "Defaults of the options, from the working folder, a folder above it, or the home folder.",
    ".SH EXIT STATUS",
    "0; 1 for bad input, or problems found; 2 for a wrong command line; of",
    `${bold("run")}, that of the command.`,
  ];
  return `${lines.join("\n")}\n`;
}

function section(program, command) {
  const usage = program.createHelp().commandUsage(command);
  return [
    `.SH ${escaped(command.name().toUpperCase())}`,
    `.B ${escaped(usage)}`,
    ".PP",
    `${escaped(sentence(command.description()))}.`,
    ...options(command),
    ...examples(command),
  ];
}

function options(command) {
  const help = command.createHelp();
  const choices = ({ argChoices }) => (argChoices ? ` One of ${argChoices.join(", ")}.` : "");
  return help
    .visibleOptions(command)
    .flatMap((option) => [".TP", bold(option.flags), escaped(`${option.description}${choices(option)}`)]);
}

function examples(command) {
  let text = "";
  const write = (part) => {
    text += part;
  };
  command.configureOutput({ writeOut: write }).outputHelp();
  const from = text.indexOf("\nExamples:\n");
  if (from < 0) return [];
  return [
    ".PP",
    "Examples:",
    ".PP",
    ".nf",
    ...text
      .slice(from + 11)
      .trimEnd()
      .split("\n")
      .map(escaped),
    ".fi",
  ];
}

const sentence = (text) => text.replace(/\.$/, "");
