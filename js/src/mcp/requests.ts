/** A request of the client that has no answer yet. */
export interface Request {
  readonly method: string;
  /** The tool that is called. */
  readonly tool: string | undefined;
  /** Whether it asks for a page of a list that is not the first. */
  readonly isLaterPage: boolean;
}

/** What a message is, as far as its outermost members say. */
export interface Outline {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

/** More open requests than this are answers that never came. */
const MOST = 10_000;

/** The requests that wait for an answer, by id. A cancelled one stays: its answer may come all the same. */
export class Requests {
  readonly #open = new Map<string, { readonly id: string | number; readonly request: Request }>();

  /** Notes a message of the client, if it is a request. */
  add({ id, method, params }: Outline): void {
    if (typeof method !== "string" || (typeof id !== "string" && typeof id !== "number")) return;
    const { name, cursor } = (params ?? {}) as { readonly name?: unknown; readonly cursor?: unknown };
    const tool = method === "tools/call" && typeof name === "string" ? name : undefined;
    if (this.#open.size >= MOST) this.#open.delete(this.#open.keys().next().value as string);
    this.#open.set(JSON.stringify(id), { id, request: { method, tool, isLaterPage: cursor !== undefined } });
  }

  get(id: unknown): Request | undefined {
    return this.#open.get(JSON.stringify(id))?.request;
  }

  take(id: unknown): Request | undefined {
    const request = this.get(id);
    this.#open.delete(JSON.stringify(id));
    return request;
  }

  /** Takes all of them. */
  takeAll(): (string | number)[] {
    const ids = [...this.#open.values()].map(({ id }) => id);
    this.#open.clear();
    return ids;
  }

  all(): Request[] {
    return [...this.#open.values()].map(({ request }) => request);
  }
}
