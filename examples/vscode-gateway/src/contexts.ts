import type { JsonValue } from "tooltrim";
import type { OutputStore } from "tooltrim/store";
import { ModelContext } from "./context.js";

/** A file, or what is like one. */
export interface StateFile {
  /** Undefined when there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** So many models are remembered. */
const most = 16;
const version = 1;
/** So long after a request without a step is waited for another. */
const delay = 2000;

/**
 * The contexts of all models, kept over restarts: a conversation that goes on has the same beginning in the provider's
 * cache.
 */
export class Contexts {
  readonly #file: StateFile;
  readonly #outputs: OutputStore;
  readonly #warn: (line: string) => void;
  /** The one that was used last is last. */
  readonly #models = new Map<string, ModelContext>();
  readonly #restored: Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;
  #written = "";
  #writing: Promise<void> = Promise.resolve();

  /** @param outputs keeps what is taken out of all of them */
  constructor(file: StateFile, outputs: OutputStore, warn: (line: string) => void) {
    this.#file = file;
    this.#outputs = outputs;
    this.#warn = warn;
    this.#restored = this.#restore();
  }

  async of(baseUrl: string, model: string): Promise<ModelContext> {
    await this.#restored;
    const key = `${baseUrl} ${model}`;
    const context = this.#models.get(key) ?? new ModelContext(this.#warn, this.#outputs);
    this.#models.delete(key);
    this.#models.set(key, context);
    for (const oldest of [...this.#models.keys()].slice(0, -most)) this.#models.delete(oldest);
    return context;
  }

  /** Something was decided, or learned. A step is written at once: a window that is killed should not lose it. */
  changed(isStep: boolean): void {
    const wait = isStep ? 0 : delay;
    const due = performance.now() + wait;
    // What is due sooner stays so.
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  /** Resolves when all that is known is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#restored;
    // One after the other: the last one has to win.
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      // First, what conversations name: one that names it must find it.
      await this.#outputs.flush();
    } catch (error) {
      this.#warn(`what was taken out of conversations is kept for this window only: ${error}`);
    }
    const models = Object.fromEntries([...this.#models].map(([key, context]) => [key, context.state()]));
    const text = JSON.stringify({ version, models });
    if (text === this.#written) return;
    try {
      await this.#file.write(text);
      this.#written = text;
    } catch (error) {
      this.#warn(`what was decided about conversations could not be stored: ${error}`);
    }
  }

  async #restore(): Promise<void> {
    try {
      const text = await this.#file.read();
      if (text === undefined) return;
      const saved = JSON.parse(text) as { version?: unknown; models?: Record<string, JsonValue> };
      if (saved.version !== version) return;
      for (const [key, state] of Object.entries(saved.models ?? {}))
        this.#models.set(key, new ModelContext(this.#warn, this.#outputs, state));
      this.#written = text;
    } catch (error) {
      this.#warn(`what was decided about conversations before could not be read, and is decided anew: ${error}`);
    }
  }
}
