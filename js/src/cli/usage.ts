/** A command line that makes no sense: the message names the field, the value and the rule. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly exitCode = 2;
}

/** Input that cannot be used. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly exitCode = 1;
}

/** Ends a command that has said all it has to say. */
export class Exit extends Error {
  override readonly name = "Exit";
  readonly exitCode: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.exitCode = code;
  }
}
