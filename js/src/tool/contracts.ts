import { isThenable } from "../signals/hub.js";
import { type ContractKind, reportViolation, type Violation } from "../signals/violations.js";
import { copyData, isObject } from "./copy.js";
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

/** Checks in progress. */
interface Run {
  readonly contracts: Contracts;
  readonly places: readonly Place[];
  readonly self: unknown;
  readonly args: unknown[];
  /** True once the tool has run. */
  readonly ran: boolean;
  readonly start: number;
  readonly failed: { readonly place: Place; readonly message: string; readonly ms: number }[];
}

type Broken = string | undefined;

function running(contracts: Contracts, self: unknown, args: unknown[], ran: boolean): Run {
  const places = ran ? contracts.after : contracts.before;
  return { contracts, places, self, args, ran, start: performance.now(), failed: [] };
}

/**
 * Returns which contracts of a call fail, as a text, or `undefined`. Checks all of them in order, even if some fail.
 * Returns a promise only if one of them does.
 */
export function broken(contracts: Contracts, self: unknown, args: unknown[], ran: boolean): Broken | Promise<Broken> {
  const run = running(contracts, self, args, ran);
  let start = run.start;
  for (let at = 0; at < run.places.length; at += 1) {
    const place = run.places[at] as Place;
    let message: string | undefined;
    try {
      const answer = Reflect.apply(place[0], self, copies(args));
      if (isThenable(answer)) return waiting(run, at, answer, start);
      message = objection(answer, nameOf(place));
    } catch (thrown) {
      message = toolWords().failed + errorText(thrown);
    }
    const end = performance.now();
    if (message !== undefined) run.failed.push({ place, message, ms: end - start });
    start = end;
  }
  return described(run);
}

/** Continues {@link broken} from the first contract that returned a promise. */
async function waiting(run: Run, from: number, first: unknown, since: number): Promise<Broken> {
  let start = since;
  for (let at = from; at < run.places.length; at += 1) {
    const place = run.places[at] as Place;
    let message: string | undefined;
    try {
      const answer = at === from ? first : Reflect.apply(place[0], run.self, copies(run.args));
      message = objection(await answer, nameOf(place));
    } catch (thrown) {
      message = toolWords().failed + errorText(thrown);
    }
    const end = performance.now();
    if (message !== undefined) run.failed.push({ place, message, ms: end - start });
    start = end;
  }
  return described(run);
}

/** Works as {@link broken}, but synchronously: a contract that returns a promise has failed. */
export function brokenSync(contracts: Contracts, self: unknown, args: unknown[], ran: boolean): Broken {
  const run = running(contracts, self, args, ran);
  let start = run.start;
  for (const place of run.places) {
    let message: string | undefined;
    try {
      const answer = Reflect.apply(place[0], self, copies(args));
      message = isThenable(answer) ? asynchronous(answer) : objection(answer, nameOf(place));
    } catch (thrown) {
      message = toolWords().failed + errorText(thrown);
    }
    const end = performance.now();
    if (message !== undefined) run.failed.push({ place, message, ms: end - start });
    start = end;
  }
  return described(run);
}

/** Copies the arguments for one contract, so that its changes do not reach the next. Primitives need no copy. */
const copies = (args: unknown[]): unknown[] => (args.some(isObject) ? copyData(args) : args);

/** Reports the contracts that failed, and returns the text that lists them. */
function described({ contracts, failed, ran, start }: Run): Broken {
  if (failed.length === 0) return undefined;
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

function asynchronous(answer: PromiseLike<unknown>): string {
  disown(answer);
  return toolWords().failed + toolWords().asynchronousContract;
}

/**
 * Ignores the outcome of a promise that is not awaited: a late rejection must not end the process. Other thenables may
 * be lazy and must not be started.
 */
export function disown(promise: unknown): void {
  try {
    Promise.prototype.then.call(promise, undefined, () => {});
  } catch {
    // Not a promise.
  }
}
