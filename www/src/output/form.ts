// The controls: values in and out, and errors next to them.
import { byId, element } from "../shared/dom.js";
import type { Failure, Outcome } from "./engine.js";
import { FOR_LOGS, type Settings } from "./settings.js";

const PLACEHOLDERS = [
  ["count", "omittedBytes", "omittedLines", "omittedTokens", "totalChars", "totalBytes", "totalLines", "keptChars"],
  ["limit", "firstOmittedLine", "lastOmittedLine"],
].flat();

export class OptionsForm {
  readonly defaults: Settings;
  readonly #form = byId<HTMLFormElement>("options");
  readonly #marker = byId<HTMLInputElement>("marker");
  /** What somebody has switched on or off: it no longer follows the text. */
  readonly chosen = new Set<string>();

  constructor(changed: () => void) {
    this.defaults = this.read();
    this.#form.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement) this.chosen.add(target.name);
      this.#follow();
      changed();
    });
    // Enter in a field: there is nothing to send, and nowhere to.
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#offerPlaceholders();
  }

  read(): Settings {
    const values = Object.fromEntries(new FormData(this.#form)) as Partial<Settings>;
    // A control that is disabled or not checked has no value there.
    const headShare = byId<HTMLInputElement>("head-share").value;
    const off = { trimEnd: "", rescue: "", clean: "" };
    return { ...off, ...values, headShare } as Settings;
  }

  /** What the marker is unless another is given: with rescue, each stands for some lines. */
  get usual(): Settings {
    return { ...this.defaults, marker: this.#usualMarker(this.read().rescue !== "") };
  }

  /** Switches what is for logs, where nobody has. */
  suggest(log: boolean): void {
    for (const name of FOR_LOGS) {
      if (!this.chosen.has(name)) byId<HTMLInputElement>(name).checked = log;
    }
    this.#follow();
  }

  /** A value that a control cannot have becomes its default; `chosen` names what shall not follow the text. */
  write(settings: Settings, chosen: Iterable<string>): void {
    this.#form.reset();
    this.chosen.clear();
    for (const name of chosen) this.chosen.add(name);
    for (const [name, value] of Object.entries(settings) as [string, string][]) {
      const control = this.#form.elements.namedItem(name);
      if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === "true";
      else if (control instanceof RadioNodeList || control instanceof HTMLInputElement) control.value = value;
      else if (control instanceof HTMLSelectElement) control.value = value;
    }
    this.#follow();
  }

  /** Shows an error at the fields it is about, and takes the last one away. */
  showError(outcome: Outcome): void {
    const [message, fields] = "code" in outcome ? [outcome.message, fieldsOf(outcome)] : ["", []];
    for (const field of this.#form.querySelectorAll<HTMLElement>("[data-field]")) {
      const at = fields.indexOf(field.dataset.field ?? "");
      const control = field.querySelector("input");
      if (at >= 0) control?.setAttribute("aria-invalid", "true");
      else control?.removeAttribute("aria-invalid");
      const shown = field.querySelector(".error");
      // The same text again would be read out again.
      const text = at === 0 ? message : "";
      if (shown && shown.textContent !== text) shown.textContent = text;
    }
  }

  /** What depends on other controls. */
  #follow(): void {
    const { keep, headShare, rescue } = this.read();
    byId<HTMLInputElement>("head-share").disabled = keep !== "ends";
    byId("head-share-value").textContent = `${Math.round(Number(headShare) * 100)} %`;
    // One that nobody has changed.
    const other = this.#usualMarker(rescue === "");
    if (this.#marker.value === other) this.#marker.value = this.#usualMarker(rescue !== "");
  }

  #usualMarker(rescue: boolean): string {
    return (rescue ? this.#marker.dataset.rescue : this.#marker.defaultValue) ?? "";
  }

  #offerPlaceholders(): void {
    for (const name of PLACEHOLDERS) {
      const button = element("button", "chip", `{${name}}`) as HTMLButtonElement;
      button.type = "button";
      button.addEventListener("click", () => {
        const { selectionStart, selectionEnd } = this.#marker;
        this.#marker.setRangeText(`{${name}}`, selectionStart ?? 0, selectionEnd ?? 0, "end");
        this.#marker.dispatchEvent(new Event("input", { bubbles: true }));
      });
      byId("placeholders").append(button);
    }
  }
}

/** The fields an error is about; it is shown at the first. A message begins with the option's name. */
function fieldsOf({ code, message }: Failure): string[] {
  const option = /^\w+/.exec(message)?.[0] ?? "";
  if (code === "MARKER_TOO_LONG") return ["marker", "limit"];
  return [option.startsWith("max") ? "limit" : option];
}
