import { wrong } from "../errors.js";
import { isThenable } from "../signals/hub.js";
import type { Contract, SyncContract } from "./contracts.js";
import { eagerly, type Steps } from "./driver.js";
import { objection, type Verdict } from "./verdict.js";
import { toolWords } from "./words.js";

type Ask = (this: unknown, ...args: readonly unknown[]) => unknown;

/** Functions that make one contract of others. */
export interface ContractTools {
  /** Holds if all of them do. All are checked; the messages of those that fail are joined. */
  all<A extends readonly unknown[]>(...contracts: readonly SyncContract<A>[]): SyncContract<A>;
  all<A extends readonly unknown[]>(...contracts: readonly Contract<A>[]): Contract<A>;
  /** Holds if one of them does: the others are not checked then. Otherwise the messages are joined. */
  any<A extends readonly unknown[]>(...contracts: readonly SyncContract<A>[]): SyncContract<A>;
  any<A extends readonly unknown[]>(...contracts: readonly Contract<A>[]): Contract<A>;
  /** Holds if the contract does not. One that throws has failed here, too. */
  not<A extends readonly unknown[]>(contract: SyncContract<A>, message?: string): SyncContract<A>;
  not<A extends readonly unknown[]>(contract: Contract<A>, message?: string): Contract<A>;
}

/**
 * Makes contracts for `toolify` of others.
 *
 * @example
 * ```ts
 * import { contracts, toolify } from "tooltrim";
 *
 * const isShort = (path: string) => path.length < 50;
 * const isSecret = (path: string) => path.includes(".env");
 * const read = toolify((path: string) => `content of ${path}`, {
 *   preconditions: [contracts.all(isShort, contracts.not(isSecret, "Secrets are not read"))],
 * });
 * await read(".env"); // "Contract validation failed:\nPreconditions:\n  - Secrets are not read"
 * ```
 *
 * The result is async only if a contract is.
 */
export const contracts: ContractTools = {
  all: (...list: readonly Ask[]) =>
    combined(
      "all",
      list,
      "and",
      (messages) => messages.length === 0,
      () => false,
    ),
  any: (...list: readonly Ask[]) =>
    combined(
      "any",
      list,
      "or",
      (messages, checked) => messages.length < checked,
      (holds) => holds,
    ),
  not(contract: Ask, message?: string) {
    const [ask] = checked("not", [contract]) as [Ask];
    const objects = (answer: unknown): Verdict =>
      objection(answer, ask.name) !== undefined || [false, message ?? ask.name + toolWords().holds];
    return named(`not(${ask.name})`, function (this: unknown, ...args: readonly unknown[]) {
      const answer = Reflect.apply(ask, this, args);
      return isThenable(answer) ? Promise.resolve(answer).then(objects) : objects(answer);
    });
  },
} as ContractTools;

/**
 * `holds` returns `true` if the combination holds, given the messages of failed contracts and the number checked;
 * `isSettled` whether the rest need not be checked after one that holds or fails.
 */
function combined(
  name: string,
  list: readonly Ask[],
  joint: "and" | "or",
  holds: (messages: readonly string[], checked: number) => boolean,
  isSettled: (holds: boolean) => boolean,
): Ask {
  const own = checked(name, list);
  const verdict = (messages: readonly string[], count: number): Verdict =>
    holds(messages, count) || [false, messages.join(toolWords()[joint])];
  function* steps(self: unknown, args: readonly unknown[]): Steps<Verdict> {
    const messages: string[] = [];
    for (const [at, ask] of own.entries()) {
      const message = objection(yield Reflect.apply(ask, self, args), ask.name);
      if (message !== undefined) messages.push(message);
      if (isSettled(message === undefined)) return verdict(messages, at + 1);
    }
    return verdict(messages, own.length);
  }
  return named(`${name}(${own.map((ask) => ask.name).join(", ")})`, function (this: unknown, ...args) {
    return eagerly(steps(this, args));
  });
}

function checked(name: string, list: readonly unknown[]): readonly Ask[] {
  if (list.length === 0) throw wrong(name, list, "a list of one contract or more");
  for (const [at, ask] of list.entries()) {
    if (typeof ask !== "function") throw wrong(`${name}[${at}]`, ask, "a function");
  }
  return list as readonly Ask[];
}

const named = (name: string, ask: Ask): Ask => Object.defineProperty(ask, "name", { value: name, configurable: true });
