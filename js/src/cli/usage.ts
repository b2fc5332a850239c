/** A command line that makes no sense: the message names the field, the value and the rule. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Input that cannot be used. Exit code 1. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** The rest of the process has nothing to say but its exit code. */
export class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}
