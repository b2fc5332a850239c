import type { Message } from "./messages.js";

/** Request of the client that has no answer yet. */
export interface Request {
  readonly id: string | number;
  readonly method: string;
  /** Name of the called tool. */
  readonly tool: string | undefined;
  /** What it looks for. */
  readonly about: string | undefined;
  /** True if it asks for a later page of a list, not the first. */
  readonly isLaterPage: boolean;
  isCancelled: boolean;
}

/** Maximum open requests; more than that are requests whose answers never came. */
const MOST = 10_000;

/** Requests that wait for an answer, by id: strings and numbers. Cancelled ones stay, since answers may still come. */
export class Requests {
  readonly #open = new Map<unknown, Request>();
  readonly #about: readonly string[];

  /** `about`: names of arguments that say what a call looks for. */
  constructor(about: readonly string[] = []) {
    this.#about = about;
  }

  /** Adds a message of the client if it is a request; marks a request as cancelled if the message cancels it. */
  add({ id, method, params }: Message): void {
    const { name, cursor, requestId, arguments: given } = (params ?? {}) as Readonly<Record<string, unknown>>;
    const cancelled = method === "notifications/cancelled" ? this.#open.get(requestId) : undefined;
    if (cancelled) cancelled.isCancelled = true;
    if (typeof method !== "string" || (typeof id !== "string" && typeof id !== "number")) return;
    const tool = method === "tools/call" && typeof name === "string" ? name : undefined;
    if (this.#open.size >= MOST) this.#open.delete(this.#open.keys().next().value);
    const about = tool === undefined ? undefined : this.#asked(given);
    this.#open.set(id, { id, method, tool, about, isLaterPage: cursor !== undefined, isCancelled: false });
  }

  #asked(given: unknown): string | undefined {
    const args = (given ?? {}) as Readonly<Record<string, unknown>>;
    return this.#about.map((name) => args[name]).find((value) => typeof value === "string");
  }

  has(id: unknown): boolean {
    return this.#open.has(id);
  }

  get size(): number {
    return this.#open.size;
  }

  take(id: unknown): Request | undefined {
    const request = this.#open.get(id);
    this.#open.delete(id);
    return request;
  }

  /** True if a request that is not cancelled waits for an answer. */
  get isWaitedFor(): boolean {
    return [...this.#open.values()].some(({ isCancelled }) => !isCancelled);
  }

  /** Removes all requests, and returns the ids of those that are not cancelled. */
  takeAll(): (string | number)[] {
    const waiting = [...this.#open.values()].filter(({ isCancelled }) => !isCancelled);
    this.#open.clear();
    return waiting.map(({ id }) => id);
  }
}
