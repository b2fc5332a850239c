/** Request of the client that has no answer yet. */
export interface Request {
  readonly method: string;
  /** Name of the called tool. */
  readonly tool: string | undefined;
  /** True if it asks for a later page of a list, not the first. */
  readonly isLaterPage: boolean;
}

/** Outermost members of a message, which classify it. */
export interface Outline {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

interface Open {
  readonly id: string | number;
  readonly request: Request;
  isCancelled: boolean;
}

/** Returns the map key of an id; `undefined` for anything that is not a string or a number. */
const keyOf = (id: unknown): string | undefined =>
  typeof id === "string" ? `"${id}` : typeof id === "number" ? String(id) : undefined;

/** Maximum open requests; more than that are requests whose answers never came. */
const MOST = 10_000;

/** Requests that wait for an answer, by id. Cancelled ones stay, since their answers may still come. */
export class Requests {
  readonly #open = new Map<string, Open>();

  /** Adds a message of the client if it is a request; marks a request as cancelled if the message cancels it. */
  add({ id, method, params }: Outline): void {
    if (method === "notifications/cancelled") {
      const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
      const open = this.#find(requestId);
      if (open) open.isCancelled = true;
    }
    if (typeof method !== "string" || (typeof id !== "string" && typeof id !== "number")) return;
    const { name, cursor } = (params ?? {}) as { readonly name?: unknown; readonly cursor?: unknown };
    const tool = method === "tools/call" && typeof name === "string" ? name : undefined;
    if (this.#open.size >= MOST) this.#open.delete(this.#open.keys().next().value as string);
    this.#open.set(keyOf(id) as string, {
      id,
      request: { method, tool, isLaterPage: cursor !== undefined },
      isCancelled: false,
    });
  }

  get(id: unknown): Request | undefined {
    return this.#find(id)?.request;
  }

  take(id: unknown): Request | undefined {
    const key = keyOf(id);
    const request = this.get(id);
    if (key !== undefined) this.#open.delete(key);
    return request;
  }

  /** True if a request that is not cancelled waits for an answer. */
  get isWaitedFor(): boolean {
    return [...this.#open.values()].some(({ isCancelled }) => !isCancelled);
  }

  /** Removes all requests, and returns the ids of those that are not cancelled. */
  takeAll(): (string | number)[] {
    const ids = [...this.#open.values()].filter(({ isCancelled }) => !isCancelled).map(({ id }) => id);
    this.#open.clear();
    return ids;
  }

  #find(id: unknown): Open | undefined {
    const key = keyOf(id);
    return key === undefined ? undefined : this.#open.get(key);
  }

  all(): Request[] {
    return [...this.#open.values()].map(({ request }) => request);
  }
}
