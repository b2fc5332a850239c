import { isThenable } from "../signals/hub.js";
import { copyData, isObject } from "./copy.js";
import { errorText, plainText } from "./result-text.js";
import { contractFailure, isBlank, toolWords } from "./words.js";

/** Verdict of a contract: `true` if it holds, else `false`, with an optional reason. */
export type Verdict = boolean | readonly [valid: boolean, message?: string];

/** Check that runs before a tool, with the tool's arguments (data is copied). A contract that throws has failed. */
export type Contract<A extends readonly unknown[]> = (...args: A) => Verdict | PromiseLike<Verdict>;

/** Synchronous {@link Contract}. */
export type SyncContract<A extends readonly unknown[]> = (...args: A) => Verdict;

type Ask = (...args: readonly unknown[]) => unknown;

/** The contracts of a tool. */
export interface Contracts {
  readonly preconditions: readonly Ask[];
  readonly postconditions: readonly Ask[];
}

/**
 * Returns why the tool must not run, or `undefined`. Runs all contracts in order, even if some fail. Returns a promise
 * only if one of them does.
 */
export function broken(contracts: Contracts, self: unknown, args: unknown[]): Broken | Promise<Broken> {
  const all = places(contracts);
  const failed: Failed = [[], []];
  for (let at = 0; at < all.length; at += 1) {
    const place = all[at] as Place;
    try {
      const answer = Reflect.apply(place[0], self, copies(args));
      if (isThenable(answer)) return waiting(all.slice(at), answer, failed, self, args);
      add(failed, place, objection(answer, place));
    } catch (thrown) {
      add(failed, place, toolWords().failed + errorText(thrown));
    }
  }
  return described(failed);
}

/** Continues {@link broken} from the first contract that returned a promise. */
async function waiting(
  all: readonly Place[],
  first: unknown,
  failed: Failed,
  self: unknown,
  args: unknown[],
): Promise<Broken> {
  for (const [at, place] of all.entries()) {
    try {
      const answer = at === 0 ? first : Reflect.apply(place[0], self, copies(args));
      add(failed, place, objection(await answer, place));
    } catch (thrown) {
      add(failed, place, toolWords().failed + errorText(thrown));
    }
  }
  return described(failed);
}

/** Works as {@link broken}, but synchronously: a contract that returns a promise has failed. */
export function brokenSync(contracts: Contracts, self: unknown, args: unknown[]): Broken {
  const failed: Failed = [[], []];
  for (const place of places(contracts)) {
    try {
      const answer = Reflect.apply(place[0], self, copies(args));
      add(failed, place, isThenable(answer) ? asynchronous(answer) : objection(answer, place));
    } catch (thrown) {
      add(failed, place, toolWords().failed + errorText(thrown));
    }
  }
  return described(failed);
}

type Broken = string | undefined;
/** Messages of failed preconditions, and of failed postconditions. */
type Failed = readonly [string[], string[]];

function add(failed: Failed, [, kind]: Place, message: string | undefined): void {
  if (message !== undefined) failed[kind].push(message);
}

/** A contract, its kind (0: precondition, 1: postcondition), and its number within the kind, from 1. */
type Place = readonly [ask: Ask, kind: 0 | 1, number: number];

const places = ({ preconditions, postconditions }: Contracts): readonly Place[] => [
  ...preconditions.map((ask, at): Place => [ask, 0, at + 1]),
  ...postconditions.map((ask, at): Place => [ask, 1, at + 1]),
];

/** Copies the arguments for one contract, so that its changes do not reach the next. Primitives need no copy. */
const copies = (args: unknown[]): unknown[] => (args.some(isObject) ? copyData(args) : args);

const described = ([before, after]: Failed): Broken =>
  before.length + after.length > 0 ? contractFailure(before, after) : undefined;

/** Returns a contract's objection to the call, or `undefined` if it holds. */
function objection(answer: unknown, place: Place): string | undefined {
  if (answer === true) return undefined;
  if (answer === false) return unnamed(place);
  // Anything but a clear yes is a failure: a promise in the list, for example, is truthy.
  if (!Array.isArray(answer) || isObject(answer[0])) return toolWords().failed + toolWords().noVerdict;
  if (answer[0]) return undefined;
  const message = answer[1] === undefined || answer[1] === null ? "" : plainText(answer[1]);
  return isBlank(message) ? unnamed(place) : message;
}

/** Returns the message for a contract that gives no reason: its name, or its number. */
function unnamed([ask, kind, number]: Place): string {
  const words = toolWords();
  const name = typeof ask.name === "string" ? ask.name : "";
  return (name || (kind === 0 ? words.precondition : words.postcondition) + number) + words.doesNotHold;
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
