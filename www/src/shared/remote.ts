// Calls what a worker offers (serve.ts).
//
// A worker is started with `?worker&inline`: from inside the page's own script it is bound by the page's security policy,
// one from a file is not. It carries the package a second time, so load it with `import()` when it is needed.

/** Told how far a call is, 0 to 1, while it runs. */
export type Progress = (share: number) => void;

/** The methods of a worker by name. */
export type Methods = Readonly<Record<string, (argument: never, progress: Progress) => unknown>>;

type Answer<M extends Methods, Name extends keyof M> = Promise<Awaited<ReturnType<M[Name]>>>;

/** The argument, if the method has one. */
type Given<Method> = Method extends () => unknown
  ? []
  : Method extends (argument: infer A, ...rest: never) => unknown
    ? [A]
    : [];

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly progress: Progress | undefined;
}

export class Remote<M extends Methods> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #closed = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data: [id, value, error, share] }) => {
      const waiting = this.#waiting.get(id);
      if (share !== undefined) {
        waiting?.progress?.(share);
        return;
      }
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    worker.addEventListener("error", ({ message }) => this.#fail(message || "the worker could not be started"));
  }

  ask<Name extends keyof M & string>(name: Name, ...args: [...Given<M[Name]>, progress?: Progress]): Answer<M, Name> {
    if (this.#closed) return Promise.reject(new Error("closed"));
    this.#last += 1;
    const id = this.#last;
    const last = args.at(-1);
    const progress = typeof last === "function" ? (last as Progress) : undefined;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, progress }));
    this.#worker.postMessage([id, name, args[0] === progress ? undefined : args[0]]);
    return answer as Answer<M, Name>;
  }

  /** Gives the worker's memory back; who still waits is told. */
  close(): void {
    this.#closed = true;
    this.#worker.terminate();
    this.#fail("closed");
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}
