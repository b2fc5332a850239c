// The owner of a namespace, and whether it is still alive. A store that is wrongly considered dead loses nothing that
// was acknowledged: its next flush is refused.
import { builtin } from "../builtin.js";
import type { Holder } from "./journal.js";

/** Identity of a process, as far as the host reveals it. Browsers reveal nothing. */
export interface Owner {
  /** The machine and its boot, the same for processes that can see each other. */
  readonly host?: string;
  readonly pid?: number;
  readonly thread?: number;
  /** The start time of the process, since process ids are reused. */
  readonly start?: string;
}

/** Heartbeat interval of a store, and its time to live. */
export const BEAT_MS = 20_000;
export const LEASE_MS = 60_000;

type Fs = typeof import("node:fs");

const attempt = <T>(ask: () => T): T | undefined => {
  try {
    return ask();
  } catch {
    return undefined;
  }
};

let ownHost: string | undefined;

export function thisOwner(): Owner {
  const os = builtin<typeof import("node:os")>("node:os");
  const threads = builtin<typeof import("node:worker_threads")>("node:worker_threads");
  if (!os || !threads) return {};
  // Not by its bare name, for which some bundlers install a substitute.
  const { pid } = globalThis.process;
  ownHost ??= hostOf(os, builtin<Fs>("node:fs"));
  const start = stateOf(pid)?.start;
  return { host: ownHost, pid, thread: threads.threadId, ...(start === undefined ? {} : { start }) };
}

/** Containers may share a name without sharing processes. */
function hostOf(os: typeof import("node:os"), fs: Fs | undefined): string {
  const boot = attempt(() => fs?.readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim());
  const space = attempt(() => fs?.readlinkSync("/proc/self/ns/pid"));
  return [os.hostname(), boot, space].filter(Boolean).join(" ");
}

/** Reads the state of a process, such as `Z` for one that has ended, and its start, where there is /proc. */
function stateOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  const text = attempt(() => builtin<Fs>("node:fs")?.readFileSync(`/proc/${pid}/stat`, "latin1"));
  // The name of the process, in brackets, may hold anything.
  const [state, ...rest] = text?.slice(text.lastIndexOf(")") + 2).split(" ") ?? [];
  const start = rest[18];
  return state !== undefined && start !== undefined ? { state, start } : undefined;
}

/** Stores of this thread that have a namespace, for all copies of the package. */
const holders: Map<string, Pick<WeakRef<object>, "deref">> = (() => {
  const name = Symbol.for("tooltrim.store.holders.v1");
  const shared = globalThis as { [name]?: typeof holders };
  shared[name] ??= new Map();
  return shared[name];
})();
/** A store that became unreachable has ended, too. Hosts without either class have to close it. */
const collected =
  typeof FinalizationRegistry === "function"
    ? new FinalizationRegistry<string>((writer) => holders.delete(writer))
    : undefined;

export const weak = <T extends object>(target: T): Pick<WeakRef<T>, "deref"> =>
  typeof WeakRef === "function" ? new WeakRef(target) : { deref: () => target };

export function register(writer: string, holder: object): void {
  if (!holders.has(writer)) collected?.register(holder, writer);
  holders.set(writer, weak(holder));
}

export const unregister = (writer: string): boolean => holders.delete(writer);

/**
 * True if a store may still write. A process of this machine is alive as long as it runs; of others
 * only the heartbeat is known.
 */
export function isAlive({ writer, owner, time }: Holder): boolean {
  if (holders.get(writer)?.deref()) return true;
  const isFresh = Date.now() - time < LEASE_MS;
  const own = thisOwner();
  // Browsers and web workers end without notice, and a reloaded page needs its namespace at once. If the former store
  // is still alive, its next flush is refused, and no acknowledged text is lost.
  if (owner.pid === undefined && own.pid === undefined) return false;
  if (owner.pid === undefined || own.host !== owner.host) return isFresh;
  if (owner.pid === own.pid && owner.start === own.start) return owner.thread !== own.thread && isFresh;
  try {
    globalThis.process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ESRCH") return false;
  }
  const now = stateOf(owner.pid);
  if (!now || owner.start === undefined) return isFresh;
  return now.start === owner.start && !"ZX".includes(now.state);
}

/** For an error message. */
export const nameOf = ({ pid, host }: Owner): string =>
  pid === undefined ? "another store" : `another store, of process ${pid} on ${host?.split(" ")[0]}`;
