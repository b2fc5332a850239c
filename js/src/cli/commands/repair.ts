import { counted } from "tooltrim-view/text";
import { type MessageFormat, type RepairOptions, repairMessages } from "../../messages.js";
import { nameOf, tell } from "../io.js";
import { output, readSession, tellSkipped } from "../session.js";
import { Exit, UsageError } from "../usage.js";

interface RepairFlags extends Pick<RepairOptions, "thinking" | "prefill" | "repairUserTexts"> {
  readonly format?: MessageFormat;
  readonly output?: string;
  readonly write?: boolean;
  readonly json?: boolean;
}

/** Runs `tooltrim repair`: writes messages that a provider accepts; exits with 1 if problems remain. */
export function runRepair(file: string | undefined, flags: RepairFlags) {
  if (flags.write && (file === undefined || file === "-")) throw new UsageError("--write: needs a file, not stdin");
  const session = readSession(file);
  const loss = flags.write ? session.loss() : null;
  if (loss !== null) throw new UsageError(`--write: ${nameOf(file)} ${loss}; use --output`);
  const format = flags.format ?? session.format;
  const { thinking, prefill, repairUserTexts } = flags;
  const options = { format, thinking, prefill, repairUserTexts };
  const { messages, changed, repairs, problems, reason } = repairMessages(session.messages, options);
  if (flags.json) session.requireNumbers();
  if (flags.json) output(`${JSON.stringify({ format, changed, repairs, problems, reason, messages })}\n`, flags.output);
  else if (!flags.write) output(session.write(messages), flags.output);
  else if (changed) output(session.write(messages), file, "--write");
  if (!flags.json) {
    tellSkipped(session);
    for (const { path, rule, action } of repairs) tell(`${path}: ${action} (${rule})`);
    for (const { path, rule, message } of problems) tell(`${path}: not repaired: ${message} (${rule})`);
    if (reason !== null) tell(`tooltrim: nothing was changed: ${reason}`);
    const left = problems.length > 0 ? `, ${counted(problems.length, "problem")} left` : "";
    tell(
      `${nameOf(file)}: ${changed ? counted(repairs.length, "repair") : left ? "no repairs" : "nothing to repair"}${left}`,
    );
  }
  if (problems.length > 0) throw new Exit(1);
}
