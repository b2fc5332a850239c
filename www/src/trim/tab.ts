// The tab: options and text in, result out, at every change.
import type { Measures } from "tooltrim";
import { objectLiteral } from "../shared/code.js";
import { copies } from "../shared/copy.js";
import { byId } from "../shared/dom.js";
import { addressOf, onHash, readHash, writeHash } from "../shared/hash.js";
import type { Outcome } from "./engine.js";
import { OptionsForm } from "./form.js";
import { InputPane, type Loading } from "./input.js";
import { showCut } from "./render.js";
import { showFailure, showResult, showVerdict } from "./result.js";
import { fromParameters, toOptions, toParameters } from "./settings.js";
import { showSizes } from "./sizes.js";
import type { Source } from "./source.js";

const TAB = "trim";

export function startTrimTab(): void {
  let source: Source | undefined;
  let inputSizes: Measures | undefined;
  let stale = false;
  let busy = false;
  /** Whether the views shall move to the cut: not while somebody types. */
  let reveal = false;
  let loads = 0;

  const form = new OptionsForm(() => {
    writeHash(TAB, parameters());
    reveal = true;
    update();
  });
  const input = new InputPane(load);
  const parameters = () => toParameters(form.read(), form.defaults);

  /** The latest text wins, whichever arrives last. */
  async function load(loading: Loading): Promise<void> {
    loads += 1;
    const own = loads;
    if (!loading.typed) input.say(loading.name ? `Reading ${loading.name} …` : "");
    try {
      const next = await loading.source;
      if (own !== loads) return next.close();
      source?.close();
      source = next;
      inputSizes = undefined;
      input.loaded(next, loading);
      reveal = !loading.typed;
      update();
      const sizes = await next.measureInput();
      if (source !== next) return;
      inputSizes = sizes;
      update();
    } catch (error) {
      if (own === loads) input.say(`${loading.name || "The text"} could not be read: ${(error as Error).message}`);
    }
  }

  /** Trims with the options as they are now. One call at a time: what changes meanwhile is done in one go. */
  async function update(): Promise<void> {
    stale = true;
    if (busy) return;
    busy = true;
    while (stale) {
      stale = false;
      await trimOnce();
    }
    busy = false;
  }

  async function trimOnce(): Promise<void> {
    const current = source;
    if (!current) return;
    try {
      const outcome = await run(current);
      if (current !== source) return;
      show(outcome);
      if ("code" in outcome || outcome.sizes || stale) return;
      const sizes = await current.measureResult();
      if (!stale && current === source) show({ ...outcome, sizes });
    } catch (error) {
      // A source that was closed meanwhile has nothing to say.
      if (current === source) input.say(`This did not work: ${(error as Error).message}`);
    }
  }

  async function run(current: Source): Promise<Outcome> {
    const settings = form.read();
    const options = { ...toOptions(settings, form.defaults), marker: settings.marker };
    const outcome = await current.trim(options);
    const empty = settings.limit.trim() === "";
    // `trim` would speak of NaN or 0 where nothing is given.
    if (!empty) return outcome;
    return { code: "INVALID_OPTION", message: `${settings.unit}: enter a number of 0 or more`, input: outcome.input };
  }

  function show(outcome: Outcome): void {
    const settings = form.read();
    const failed = "code" in outcome;
    input.show(outcome.input);
    if (failed) {
      form.showError(outcome.message, fieldsOf(outcome.code, outcome.message));
      showFailure(outcome);
    } else {
      form.showError("");
      showResult(outcome);
      showVerdict(outcome, settings.unit, Number(settings.limit));
    }
    const sizes = failed ? {} : { omitted: outcome.omitted, result: outcome.sizes };
    showSizes({ input: inputSizes, ...sizes, failed }, settings.unit);
    byId("code").textContent = code();
    if (reveal) for (const view of ["input-view", "result-view"]) showCut(byId(view));
    reveal = false;
  }

  function code(): string {
    const utf8 = source?.utf8 ?? true;
    const options = { ...toOptions(form.read(), form.defaults), ...(!utf8 && { decode: "replace" }) };
    const call = `const { text } = trim(${utf8 ? "output" : "bytes"}, ${objectLiteral(options, 72)});`;
    return `import { trim } from "tooltrim";\n\n${call}`;
  }

  function readAddress(): void {
    form.write(fromParameters(readHash(TAB) ?? new URLSearchParams(), form.defaults));
    update();
  }

  copies(byId<HTMLButtonElement>("copy-result"), () => source?.result() ?? "");
  copies(byId<HTMLButtonElement>("copy-code"), code);
  copies(byId<HTMLButtonElement>("copy-link"), () => addressOf(TAB, parameters()));
  onHash(readAddress);
  readAddress();
  input.start();
}

/** The fields an error is about; it is shown at the first. The message begins with the option's name. */
function fieldsOf(code: string, message: string): string[] {
  const option = /^\w+/.exec(message)?.[0] ?? "";
  if (code === "MARKER_TOO_LONG") return ["marker", "limit"];
  return [option.startsWith("max") ? "limit" : option];
}
