import { type ContractKind, reportViolation, type Violation } from "../signals/violations.js";
import { copyData, isObject } from "./copy.js";
import { PENDING, type Steps } from "./driver.js";
import { errorText } from "./result-text.js";
import { objection, type Verdict } from "./verdict.js";
import { contractFailure, type Failed, toolWords } from "./words.js";

/** Check of a call of a tool, with the tool's arguments (data is copied). A contract that throws has failed. */
export type Contract<A extends readonly unknown[]> = (...args: A) => Verdict | PromiseLike<Verdict>;

/** Synchronous {@link Contract}. */
export type SyncContract<A extends readonly unknown[]> = (...args: A) => Verdict;

type Ask = (...args: readonly unknown[]) => unknown;

/** A contract, its kind (0: precondition, 1: postcondition, 2: invariant), and its number within the kind, from 1. */
export type Place = readonly [ask: Ask, kind: 0 | 1 | 2, number: number];

/** The contracts of a tool, in the order in which they are checked. */
export interface Contracts {
  readonly tool: string;
  readonly before: readonly Place[];
  /** The invariants again. */
  readonly after: readonly Place[];
  readonly onViolation: ((violation: Violation) => unknown) | undefined;
}

/** Returns the contracts of one kind with their numbers. */
export const placesOf = (list: readonly Ask[], kind: Place[1]): readonly Place[] =>
  list.map((ask, at): Place => [ask, kind, at + 1]);

/**
 * Returns which contracts of a call fail, as a text, or `undefined`. Checks all of them in order, even if some fail.
 * `ran`: true once the tool has run.
 */
export function* broken(contracts: Contracts, self: unknown, args: unknown[], ran: boolean): Steps<string | undefined> {
  const start = performance.now();
  const failed: Broken[] = [];
  let since = start;
  for (const place of ran ? contracts.after : contracts.before) {
    let message: string | undefined;
    try {
      const answer = yield Reflect.apply(place[0], self, copies(args));
      const { failed: word, asynchronousContract } = toolWords();
      message = answer === PENDING ? word + asynchronousContract : objection(answer, nameOf(place));
    } catch (thrown) {
      message = toolWords().failed + errorText(thrown);
    }
    const end = performance.now();
    if (message !== undefined) failed.push({ place, message, ms: end - since });
    since = end;
  }
  return failed.length === 0 ? undefined : described(contracts, failed, ran, start);
}

interface Broken {
  readonly place: Place;
  readonly message: string;
  readonly ms: number;
}

/** Copies the arguments for one contract, so that its changes do not reach the next. Primitives need no copy. */
const copies = (args: unknown[]): unknown[] => (args.some(isObject) ? copyData(args) : args);

/** Reports the contracts that failed, and returns the text that lists them. */
function described(contracts: Contracts, failed: readonly Broken[], ran: boolean, start: number): string {
  const totalMs = performance.now() - start;
  const messages: Failed = [[], [], []];
  for (const { place, message, ms } of failed) {
    messages[place[1]].push(message);
    const violation = { tool: contracts.tool, contract: nameOf(place), kind: kinds[place[1]], message, afterCall: ran };
    reportViolation({ ...violation, ms, totalMs }, contracts.onViolation);
  }
  return contractFailure(messages, ran);
}

const kinds = ["precondition", "postcondition", "invariant"] as const satisfies readonly ContractKind[];

/** Returns the name of a contract: that of its function, or its kind and number. */
function nameOf([ask, kind, number]: Place): string {
  const name = typeof ask.name === "string" ? ask.name : "";
  return name || toolWords()[kinds[kind]] + number;
}
