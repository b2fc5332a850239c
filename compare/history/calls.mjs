// Calls with their results, and the places between messages at which a request can be made.

import { partsOf } from "./read.mjs";

/** `{ name, args, at, result, resultAt }` of every call, in order; `at` counts messages. */
export function callsOf(messages) {
  const calls = [];
  let open = [];
  for (const [at, message] of messages.entries()) {
    for (const part of partsOf(message)) {
      if (part.kind === "call") {
        const made = { ...part, at, result: undefined, resultAt: undefined };
        calls.push(made);
        open.push(made);
      } else if (part.kind === "result") {
        // Ids may repeat: a result belongs to the newest call of its id that is still open.
        const answered = open.findLast(({ id }) => id === part.id) ?? open[0];
        if (answered === undefined) continue;
        Object.assign(answered, { result: part, resultAt: at });
        open = open.filter((each) => each !== answered);
      }
    }
  }
  return calls;
}

/** Numbers of messages after which all calls are answered and the next message is no result. */
export function boundariesOf(messages) {
  const boundaries = [];
  let open = 0;
  for (const [at, message] of messages.entries()) {
    let isResult = false;
    for (const { kind } of partsOf(message)) {
      if (kind === "call") open += 1;
      if (kind === "result") open -= 1;
      isResult ||= kind === "result";
    }
    const next = messages[at + 1];
    const goesOn = next !== undefined && partsOf(next).some(({ kind }) => kind === "result");
    if (isResult && open <= 0 && !goesOn) boundaries.push(at + 1);
  }
  return boundaries;
}
