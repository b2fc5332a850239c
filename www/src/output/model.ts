// The state of the tab: text and options in, result out, at every change.
import { batch, computed, signal } from "@preact/signals";
import type { Measures } from "tooltrim/text";
import { readHash, writeHash } from "../shared/hash.js";
import type { Counts, Outcome } from "./engine.js";
import type { Input } from "./input.js";
import { nameOfPreset, presetNamed } from "./presets.js";
import {
  chosenIn,
  FOLLOWING,
  type Following,
  fromParameters,
  type Settings,
  START,
  toOptions,
  toParameters,
  toSettings,
} from "./settings.js";
import type { Source } from "./source.js";

export const TAB = "output";
const NOTHING = { utf16: 0, chars: 0, bytes: 0, lines: 0, tokens: 0 };

/** A text, the options it was trimmed with, and what came of it. Sizes of large texts come later. */
export interface Shown {
  readonly source: Source;
  readonly settings: Settings;
  readonly outcome: Outcome;
  readonly inputSizes?: Measures;
  readonly counts?: Counts;
  /** Whether the views shall move to the cut: not while somebody types. */
  readonly reveal: boolean;
}

export class OutputModel {
  readonly settings = signal<Settings>(START);
  /** What somebody has switched on or off: it no longer follows the text. */
  readonly chosen = signal<ReadonlySet<Following>>(new Set());
  /** The preset that was chosen last. */
  readonly preset = signal("");
  readonly input = signal<Input | undefined>(undefined);
  readonly source = signal<Source | undefined>(undefined);
  readonly shown = signal<Shown | undefined>(undefined);
  /** The same, unless it is that of the text before. */
  readonly current = computed(() => (this.shown.value?.source === this.source.value ? this.shown.value : undefined));
  readonly message = signal("");
  readonly busy = signal(false);
  /** How much of a file is read. */
  readonly progress = signal<number | undefined>(undefined);
  #loads = 0;
  #stale = false;
  #running = false;
  #reveal = false;

  /** What the address says; nothing, if it names another tab. */
  readAddress(): void {
    const parameters = readHash(TAB) ?? new URLSearchParams();
    batch(() => {
      this.chosen.value = chosenIn(parameters);
      this.settings.value = fromParameters(parameters);
      // A preset leaves nothing to the text.
      this.preset.value = this.chosen.value.size < FOLLOWING.length ? "" : nameOfPreset(this.settings.value);
      this.#follow();
    });
    this.#reveal = true;
    this.#update();
  }

  parameters(): URLSearchParams {
    return toParameters(this.settings.value, this.chosen.value);
  }

  change(change: Partial<Settings>): void {
    batch(() => {
      const named = FOLLOWING.filter((name) => name in change);
      if (named.length > 0) this.chosen.value = new Set([...this.chosen.value, ...named]);
      this.settings.value = { ...this.settings.value, ...change };
    });
    this.#changed();
  }

  /** Sets the controls; without a name, as at the start. */
  choosePreset(name: string): void {
    const preset = presetNamed(name);
    batch(() => {
      this.preset.value = name;
      this.settings.value = preset ? toSettings(preset.options()) : START;
      this.chosen.value = new Set(preset ? FOLLOWING : []);
      this.#follow();
    });
    this.#changed();
  }

  /** The latest text wins, whichever arrives last. */
  async load(input: Input): Promise<void> {
    this.#loads += 1;
    const own = this.#loads;
    const current = () => own === this.#loads;
    batch(() => {
      this.busy.value = true;
      this.progress.value = undefined;
      if (!input.typed) this.message.value = input.name ? `Reading ${input.name} …` : "";
    });
    try {
      const source = await input.source((share) => {
        if (current()) this.progress.value = share;
      });
      if (!current()) return source.close();
      const last = this.source.value;
      batch(() => {
        this.progress.value = undefined;
        this.source.value = source;
        this.input.value = input;
        this.message.value = notes(source, input);
        this.#follow();
      });
      last?.close();
      this.#reveal = !input.typed;
      this.#update();
    } catch (error) {
      if (!current()) return;
      batch(() => {
        this.progress.value = undefined;
        this.message.value = `${input.name || "The text"} could not be read: ${(error as Error).message}`;
        this.busy.value = this.#running;
      });
    }
  }

  /** Switches what follows the text, where nobody has. */
  #follow(): void {
    const source = this.source.value;
    const chosen = this.chosen.value;
    const natural = {
      rescue: this.settings.value.keep === "ends",
      clean: source?.log ?? false,
      json: source?.json ?? false,
    };
    const change = Object.fromEntries(
      FOLLOWING.filter((name) => !chosen.has(name)).map((name) => [name, natural[name]]),
    );
    this.settings.value = { ...this.settings.value, ...change };
  }

  #changed(): void {
    writeHash(TAB, this.parameters());
    this.#reveal = true;
    this.#update();
  }

  /** Trims with the options as they are now. One call at a time: what changes meanwhile is done in one go. */
  async #update(): Promise<void> {
    this.#stale = true;
    if (this.#running || !this.source.value) return;
    this.#running = true;
    this.busy.value = true;
    while (this.#stale) {
      this.#stale = false;
      await this.#trimOnce(this.source.value);
    }
    this.#running = false;
    this.busy.value = false;
  }

  async #trimOnce(source: Source): Promise<void> {
    const settings = this.settings.value;
    try {
      const outcome = await source.trim(toOptions(settings));
      if (source !== this.source.value) return;
      this.#show({ source, settings, outcome, reveal: this.#reveal });
      this.#reveal = false;
    } catch (error) {
      // A source that was closed meanwhile has nothing to say.
      if (source === this.source.value) this.message.value = `This did not work: ${(error as Error).message}`;
    }
  }

  /** Shows the sizes that are known, and the others when they are. */
  #show(first: Shown): void {
    const { source, outcome } = first;
    const before = this.shown.value;
    const known = source.sizes ?? (before?.source === source ? before.inputSizes : undefined);
    const start = known ? { ...first, inputSizes: known } : first;
    this.shown.value = start;
    let latest = start;
    const add = async (counting: Promise<Partial<Shown>>) => {
      try {
        const more = await counting;
        if (this.shown.value !== latest) return;
        // The views have moved already.
        latest = { ...latest, ...more, reveal: false };
        this.shown.value = latest;
      } catch {
        // Closed for another text, or too long to be measured: these sizes stay open.
      }
    };
    if (!known) add(source.measureInput().then((inputSizes) => ({ inputSizes })));
    if ("code" in outcome || !outcome.partial) return;
    // What fits as it came is the input; what was cleaned is not.
    const counting =
      outcome.truncated || outcome.cleaned
        ? this.#count(source, () => this.shown.value === latest)
        : source.measureInput().then((sizes) => ({ omitted: NOTHING, sizes }));
    add(counting.then((counts) => ({ counts })));
  }

  /** Counting goes on where the next result is made: not while options still change. */
  async #count(source: Source, current: () => boolean): Promise<Counts> {
    await new Promise((resolve) => setTimeout(resolve, 600));
    if (!current()) throw new Error("replaced");
    return source.counts();
  }
}

function notes(source: Source, { note }: Input): string {
  const found = [note ?? ""];
  if (!source.utf8) found.push("This is not UTF-8: U+FFFD stands for what could not be read.");
  if (source.text === undefined) found.push("A large text: all of it is trimmed, and it is not to be edited here.");
  if (source.crlf) found.push("Its lines end with CRLF, which is kept.");
  return found.filter(Boolean).join(" ");
}
