/** A request of the client that has no answer yet. */
export interface Request {
  readonly method: string;
  /** The tool that is called. */
  readonly tool: string | undefined;
  /** True if it asks for a page of a list that is not the first. */
  readonly isLaterPage: boolean;
}

/** Classifies a message by its outermost members. */
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

/** The name of an id; `undefined` for what is no id: only strings and numbers are. */
const keyOf = (id: unknown): string | undefined =>
  typeof id === "string" ? `"${id}` : typeof id === "number" ? String(id) : undefined;

/** More open requests than this are answers that never came. */
const MOST = 10_000;

/** The requests that wait for an answer, by id. A cancelled one stays: its answer may come all the same. */
export class Requests {
  readonly #open = new Map<string, Open>();

  /** Notes a message of the client, if it is a request. */
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

  /** True if somebody waits for an answer. */
  get isWaitedFor(): boolean {
    return [...this.#open.values()].some(({ isCancelled }) => !isCancelled);
  }

  /** Takes all of them, and answers the ids of those that are waited for. */
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
