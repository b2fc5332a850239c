// Calls what worker.ts offers.
import type { Methods } from "./worker.js";

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Remote {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #closed = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data: [id, value, error] }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    worker.addEventListener("error", ({ message }) => this.#fail(message || "the worker could not be started"));
  }

  static async start(): Promise<Remote> {
    // From inside the page's own script: such a worker is bound by the page's security policy, one from a file is not.
    // Loaded at the first large text, as it carries the package a second time.
    const { default: TrimWorker } = await import("./worker.js?worker&inline");
    return new Remote(new TrimWorker());
  }

  ask<Name extends keyof Methods>(name: Name, ...args: Parameters<Methods[Name]>): ReturnType<Methods[Name]> {
    if (this.#closed) return Promise.reject(new Error("closed")) as ReturnType<Methods[Name]>;
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage([id, name, args[0]]);
    return answer as ReturnType<Methods[Name]>;
  }

  /** Gives the text's memory back; who still waits is told. */
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
