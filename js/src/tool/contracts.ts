import { isThenable } from "../signals/hub.js";
import { copyData, isObject } from "./copy.js";
import { errorText, plainText } from "./result-text.js";
import { contractFailure, isBlank, toolWords } from "./words.js";

/** Verdict of a contract: whether it holds, and if not, why. */
export type Verdict = boolean | readonly [valid: boolean, message?: string];

/** Asked before a tool runs, with the tool's arguments (data is copied). One that throws has failed. */
export type Contract<A extends readonly unknown[]> = (...args: A) => Verdict | PromiseLike<Verdict>;

/** A {@link Contract} of a tool that does not wait. */
export type SyncContract<A extends readonly unknown[]> = (...args: A) => Verdict;

type Ask = (...args: readonly unknown[]) => unknown;

/** The contracts of a tool. */
export interface Contracts {
  readonly preconditions: readonly Ask[];
  readonly postconditions: readonly Ask[];
}

/**
 * Why the tool must not run, or `undefined`. All contracts are asked, one after the other, whatever the others do. A
 * promise only where one of them has to be waited for.
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

/** Continues {@link broken} from the first contract that has to be waited for. */
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

/** Works as {@link broken}, without waiting: a contract that answers a promise has failed. */
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
/** The messages of preconditions, and of postconditions. */
type Failed = readonly [string[], string[]];

function add(failed: Failed, [, kind]: Place, message: string | undefined): void {
  if (message !== undefined) failed[kind].push(message);
}

/** A contract, 0 for a precondition or 1, and its number among these. */
type Place = readonly [ask: Ask, kind: 0 | 1, number: number];

const places = ({ preconditions, postconditions }: Contracts): readonly Place[] => [
  ...preconditions.map((ask, at): Place => [ask, 0, at + 1]),
  ...postconditions.map((ask, at): Place => [ask, 1, at + 1]),
];

/** Each contract gets its own: what one changes the next does not see. Texts and numbers cannot be changed. */
const copies = (args: unknown[]): unknown[] => (args.some(isObject) ? copyData(args) : args);

const described = ([before, after]: Failed): Broken =>
  before.length + after.length > 0 ? contractFailure(before, after) : undefined;

/** Objection of a contract to the call. */
function objection(answer: unknown, place: Place): string | undefined {
  if (answer === true) return undefined;
  if (answer === false) return unnamed(place);
  // Anything but a clear yes has failed: a promise in the list, for one, would pass for one.
  if (!Array.isArray(answer) || isObject(answer[0])) return toolWords().failed + toolWords().noVerdict;
  if (answer[0]) return undefined;
  const message = answer[1] === undefined || answer[1] === null ? "" : plainText(answer[1]);
  return isBlank(message) ? unnamed(place) : message;
}

/** For a contract that gives no reason: its name, or its number. */
function unnamed([ask, kind, number]: Place): string {
  const words = toolWords();
  const name = typeof ask.name === "string" ? ask.name : "";
  return (name || (kind === 0 ? words.precondition : words.postcondition) + number) + words.doesNotHold;
}

function asynchronous(answer: PromiseLike<unknown>): string {
  disown(answer);
  return toolWords().failed + toolWords().asynchronousContract;
}

/** Nobody waits for a promise: that it fails later must not end the process. Other thenables may not have begun, and must not. */
export function disown(promise: unknown): void {
  try {
    Promise.prototype.then.call(promise, undefined, () => {});
  } catch {
    // It is no promise.
  }
}
