// The tab: text and options in, result out, at every change.
import type { Measures } from "tooltrim";
import { copies } from "../shared/copy.js";
import { byId } from "../shared/dom.js";
import { addressOf, onHash, readHash, writeHash } from "../shared/hash.js";
import type { Counts, Outcome } from "./engine.js";
import { OptionsForm } from "./form.js";
import { InputPane, type Loading } from "./input.js";
import { showCut } from "./render.js";
import { showFailure, showResult, showVerdict } from "./result.js";
import { fromParameters, type Settings, toCode, toOptions, toParameters } from "./settings.js";
import { showSizes } from "./sizes.js";
import type { Source } from "./source.js";

const TAB = "output";
const NOTHING = { utf16: 0, chars: 0, bytes: 0, lines: 0, tokens: 0 };

/** A text, the options it was trimmed with, and what came of it. Sizes of large texts come later. */
interface Shown {
  readonly source: Source;
  readonly settings: Settings;
  readonly outcome: Outcome;
  inputSizes?: Measures;
  counts?: Counts;
}

class TrimTab {
  readonly #form = new OptionsForm(() => this.#optionsChanged());
  readonly #input = new InputPane((loading) => this.#load(loading));
  #source: Source | undefined;
  #shown: Shown | undefined;
  #loads = 0;
  #stale = false;
  #busy = false;
  /** Whether the views shall move to the cut: not while somebody types. */
  #reveal = false;

  start(): void {
    copies(byId<HTMLButtonElement>("copy-result"), () => this.#source?.result() ?? "");
    copies(byId<HTMLButtonElement>("copy-code"), () => byId("code").textContent ?? "");
    copies(byId<HTMLButtonElement>("copy-link"), () => addressOf(TAB, this.#parameters()));
    onHash(() => readHash(TAB) && this.#readAddress());
    this.#readAddress();
    this.#input.start();
  }

  #parameters(): URLSearchParams {
    return toParameters(this.#form.read(), this.#form.usual, this.#form.chosen);
  }

  #readAddress(): void {
    const parameters = readHash(TAB) ?? new URLSearchParams();
    this.#form.write(fromParameters(parameters, this.#form.defaults), parameters.keys());
    this.#form.suggest(this.#source?.log ?? false);
    this.#reveal = true;
    this.#update();
  }

  #optionsChanged(): void {
    writeHash(TAB, this.#parameters());
    this.#reveal = true;
    this.#update();
  }

  /** The latest text wins, whichever arrives last. */
  async #load(loading: Loading): Promise<void> {
    this.#loads += 1;
    const own = this.#loads;
    busy(true);
    if (!loading.typed) this.#input.say(loading.name ? `Reading ${loading.name} …` : "");
    try {
      const source = await loading.source;
      if (own !== this.#loads) return source.close();
      this.#source?.close();
      this.#source = source;
      this.#input.loaded(source, loading);
      this.#form.suggest(source.log);
      this.#reveal = !loading.typed;
      this.#update();
    } catch (error) {
      if (own !== this.#loads) return;
      this.#input.say(`${loading.name || "The text"} could not be read: ${(error as Error).message}`);
      busy(this.#busy);
    }
  }

  /** Trims with the options as they are now. One call at a time: what changes meanwhile is done in one go. */
  async #update(): Promise<void> {
    this.#stale = true;
    if (this.#busy || !this.#source) return;
    this.#busy = true;
    busy(true);
    while (this.#stale) {
      this.#stale = false;
      await this.#trimOnce(this.#source);
    }
    this.#busy = false;
    busy(false);
  }

  async #trimOnce(source: Source): Promise<void> {
    const settings = this.#form.read();
    const options = { ...toOptions(settings, this.#form.usual), marker: settings.marker };
    try {
      const outcome = withEmptyLimit(await source.trim(options), settings);
      if (source !== this.#source) return;
      this.#show({ source, settings, outcome });
    } catch (error) {
      // A source that was closed meanwhile has nothing to say.
      if (source === this.#source) this.#input.say(`This did not work: ${(error as Error).message}`);
    }
  }

  #show(shown: Shown): void {
    const { source, settings, outcome } = shown;
    if (this.#shown?.source === source && this.#shown.inputSizes) shown.inputSizes = this.#shown.inputSizes;
    this.#shown = shown;
    this.#input.show(outcome.input);
    this.#form.showError(outcome);
    if ("code" in outcome) showFailure(outcome);
    else showResult(outcome);
    byId("code").textContent = toCode(toOptions(settings, this.#form.usual), source.utf8);
    this.#measure(shown);
    if (this.#reveal) for (const view of ["input-view", "result-view"]) showCut(byId(view));
    this.#reveal = false;
  }

  /** Shows the sizes that are known, and the others when they are. */
  #measure(shown: Shown): void {
    const { source, outcome } = shown;
    const add = async (counting: Promise<Partial<Shown>>) => {
      try {
        Object.assign(shown, await counting);
        if (this.#shown === shown) showNumbers(shown);
      } catch {
        // Closed for another text, or too long to be measured: these sizes stay open.
      }
    };
    if (source.sizes) shown.inputSizes = source.sizes;
    showNumbers(shown);
    if (!shown.inputSizes) add(source.measureInput().then((inputSizes) => ({ inputSizes })));
    if ("code" in outcome || !outcome.partial) return;
    // What fits is the input.
    const counting = outcome.truncated
      ? this.#count(shown)
      : source.measureInput().then((sizes) => ({ omitted: NOTHING, sizes }));
    add(counting.then((counts) => ({ counts })));
  }

  /** Counting goes on where the next result is made: not while options still change. */
  async #count(shown: Shown): Promise<Counts> {
    await new Promise((resolve) => setTimeout(resolve, 600));
    if (this.#shown !== shown) throw new Error("replaced");
    return shown.source.counts();
  }
}

export const startTrimTab = (): void => new TrimTab().start();

function showNumbers({ settings, outcome, inputSizes, counts }: Shown): void {
  const failed = "code" in outcome;
  const { omitted, sizes } = failed ? {} : { ...outcome, ...counts };
  showSizes({ input: inputSizes, omitted, result: sizes, failed }, settings.unit);
  showVerdict(sizes, settings);
}

/** `trim` would speak of 0 where nothing is given. */
function withEmptyLimit(outcome: Outcome, { unit, limit }: Settings): Outcome {
  if (limit.trim() !== "") return outcome;
  return { code: "INVALID_OPTION", message: `${unit}: enter a number of 0 or more`, input: outcome.input };
}

/** The views fade when it takes longer, and who waits for the result can see when it is there. */
function busy(on: boolean): void {
  byId("output").ariaBusy = String(on);
}
