// The result pane.
import type { Measures } from "tooltrim";
import { byId, counted } from "../shared/dom.js";
import type { Answer, Failure } from "./engine.js";
import { showBar, showParts } from "./render.js";
import type { Settings } from "./settings.js";
import { verdict } from "./sizes.js";

const view = byId("result-view");
const summary = byId("summary");
const chip = byId("verdict");
const copy = byId<HTMLButtonElement>("copy-result");
const bar = byId("bar");

export function showResult(answer: Answer): void {
  showParts(view, answer.result);
  showBar(bar, answer.shares);
  view.classList.remove("failed");
  copy.disabled = false;
  summary.textContent = inWords(answer);
}

/** Nothing, until the result is measured. */
export function showVerdict(sizes: Measures | undefined, { unit, limit }: Settings): void {
  const { text, holds } = sizes ? verdict(sizes, unit, Number(limit)) : { text: "", holds: true };
  chip.textContent = text && `${text}${holds ? "" : ": over the limit"}`;
  chip.className = `verdict ${text ? (holds ? "holds" : "over") : ""}`;
  chip.title = holds ? "The limit holds" : "";
}

export function showFailure({ code, message }: Failure): void {
  view.replaceChildren(`No result: ${code}\n${message}`);
  view.classList.add("failed");
  showBar(bar, []);
  copy.disabled = true;
  summary.textContent = "An option needs a change.";
}

function inWords({ truncated, omitted, cleaned, shares, units }: Answer): string {
  if (shares.length === 0) return "Nothing to trim yet.";
  if (!truncated && !cleaned) return "It fits: the result is the input, unchanged.";
  const noise = cleaned ? [`${counted(cleaned.chars, "chars")} cleaned`] : [];
  if (!truncated) return `It fits: ${noise}.`;
  const share = (omitted.utf16 / units) * 100;
  const percent = share > 99.9 ? "> 99.9" : share < 0.1 ? "< 0.1" : share.toFixed(1).replace(/\.0$/, "");
  const rescued = shares.filter(([kind]) => kind === "rescued").length;
  const places = rescued > 0 ? [`${counted(rescued, "places")} rescued`] : [];
  return `${[`${counted(omitted.chars, "chars")} omitted, ${percent} %${cleaned ? "" : " of the input"}`, ...places, ...noise].join("; ")}.`;
}
