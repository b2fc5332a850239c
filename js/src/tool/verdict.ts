import { isObject } from "./copy.js";
import { plainText } from "./result-text.js";
import { isBlank, toolWords } from "./words.js";

/** Verdict of a contract: `true` if it holds, else `false`, with an optional reason. */
export type Verdict = boolean | readonly [valid: boolean, message?: string];

/** Returns the objection in the answer of a contract, or `undefined` if it holds. `name`: for one without a reason. */
export function objection(answer: unknown, name: string): string | undefined {
  if (answer === true) return undefined;
  if (answer === false) return name + toolWords().doesNotHold;
  // Anything but a clear yes is a failure: a promise in the list, for example, is truthy.
  if (!Array.isArray(answer) || isObject(answer[0])) return toolWords().failed + toolWords().noVerdict;
  if (answer[0]) return undefined;
  const message = answer[1] === undefined || answer[1] === null ? "" : plainText(answer[1]);
  return isBlank(message) ? name + toolWords().doesNotHold : message;
}
