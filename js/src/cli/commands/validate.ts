import { counted, visible } from "tooltrim-view/text";
import { type MessageFormat, type ValidateOptions, validateMessages } from "../../messages.js";
import { nameOf, print, tell } from "../io.js";
import { readSession, tellSkipped } from "../session.js";
import { Exit, UsageError } from "../usage.js";

interface ValidateFlags extends Pick<ValidateOptions, "thinking" | "prefill"> {
  readonly format?: MessageFormat;
  readonly before?: string;
  readonly json?: boolean;
}

/** Runs `tooltrim validate`: lists problems, and exits with 1 if there are any. */
export function runValidate(file: string | undefined, flags: ValidateFlags) {
  const { thinking, prefill } = flags;
  const fromPipe = (name: string | undefined) => name === undefined || name === "-";
  if (flags.before === "-" && fromPipe(file)) throw new UsageError("--before: stdin is the session");
  const session = readSession(file);
  const format = flags.format ?? session.format;
  const before = flags.before === undefined ? undefined : readSession(flags.before).messages;
  const problems = validateMessages(session.messages, { format, thinking, prefill, before });
  if (flags.json) {
    const { agent, skipped, reasons, messages } = session;
    print(`${JSON.stringify({ format, agent, messages: messages.length, skipped, reasons, problems })}\n`);
  } else {
    tellSkipped(session);
    for (const { path, rule, message, providers } of problems) {
      print(`${visible(`${path}: ${message} (${rule}; refused by ${providers.join(", ")})`)}\n`);
    }
    const count = problems.length === 0 ? "no problems" : counted(problems.length, "problem");
    tell(`${nameOf(file)}: ${counted(session.messages.length, "message")} (${format}), ${count}`);
  }
  if (problems.length > 0) throw new Exit(1);
}
