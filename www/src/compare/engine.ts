// Asks the worker of a kind for a row for each contender, one after the other, always with the latest settings.
import { batch, signal } from "@preact/signals";
import type { Input } from "../shared/inputs.js";
import { Remote } from "../shared/remote.js";
import type { ConversationMethods } from "./conversations/worker.js";
import type { Loaded, Row } from "./model.js";
import { type Kind, names } from "./state.js";
import type { TextMethods } from "./texts/worker.js";

/** Both workers have these methods. */
type Methods = TextMethods | ConversationMethods;

export class Comparison {
  /** The input that the rows are about. */
  readonly loaded = signal<Loaded | undefined>(undefined);
  readonly rows = signal<readonly Row[]>([]);
  readonly busy = signal(false);
  readonly error = signal("");
  readonly of: Kind;
  #remote: Promise<Remote<Methods>> | undefined;
  #loaded: Loaded | undefined;
  #limitOf: (loaded: Loaded) => number = () => 0;
  /** Counts inputs and settings: what is older is given up. */
  #latest = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(of: Kind) {
    this.of = of;
  }

  /** Another input; the rows follow. */
  load({ content }: Input): void {
    this.#start(async (remote) => {
      this.#loaded = undefined;
      this.#loaded = await remote.ask("load", content);
    });
  }

  /** Another limit. */
  limit(limitOf: (loaded: Loaded) => number): void {
    this.#limitOf = limitOf;
    this.#start();
  }

  /** The whole result of a contender. */
  async result(name: string): Promise<string> {
    return (await this.#worker()).ask("result", name);
  }

  #start(first?: (remote: Remote<Methods>) => Promise<void>): void {
    this.#latest += 1;
    const own = this.#latest;
    this.busy.value = true;
    this.#running = this.#running.then(async () => {
      try {
        // An input is read even when the limit has changed since.
        if (first) await first(await this.#worker());
        if (own === this.#latest) await this.#run(own);
      } catch (error) {
        if (own !== this.#latest && !first) return;
        this.error.value = error instanceof Error ? error.message : String(error);
        this.#publish([]);
      } finally {
        if (own === this.#latest) this.busy.value = false;
      }
    });
  }

  async #run(own: number): Promise<void> {
    const loaded = this.#loaded;
    if (!loaded) return;
    const remote = await this.#worker();
    const rows: Row[] = [];
    for (const name of names[this.of]) {
      rows.push(await remote.ask("run", { name, limit: this.#limitOf(loaded) }));
      if (own !== this.#latest) return;
    }
    this.error.value = "";
    this.#publish(rows);
  }

  #publish(rows: readonly Row[]): void {
    batch(() => {
      this.loaded.value = this.#loaded;
      this.rows.value = rows;
    });
  }

  #worker(): Promise<Remote<Methods>> {
    const load = this.of === "text" ? textWorker : conversationWorker;
    this.#remote ??= load().catch((error) => {
      this.#remote = undefined;
      console.debug(error);
      throw new Error("This part of the page could not be loaded. Are you off line? Reload to try again.");
    });
    return this.#remote;
  }
}

async function textWorker(): Promise<Remote<Methods>> {
  const { default: TextWorker } = await import("./texts/worker.js?worker&inline");
  return new Remote<Methods>(new TextWorker());
}

/** With the libraries that tooltrim is compared with. */
async function conversationWorker(): Promise<Remote<Methods>> {
  const { default: ConversationWorker } = await import("./conversations/worker.js?worker&inline");
  return new Remote<Methods>(new ConversationWorker());
}
