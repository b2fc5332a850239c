// What is kept of the input, as a bar and in words.
import { counted } from "../shared/dom.js";
import type { Answer, Outcome, Share } from "./engine.js";

/** So many pieces a bar can show. */
const MOST_PIECES = 120;

/** What is there is seen, be it one char of a million. */
export function Bar({ outcome }: { outcome: Outcome | undefined }) {
  const shares = outcome && !("code" in outcome) ? outcome.shares : [];
  const total = shares.reduce((sum, [, units]) => sum + units, 0);
  return (
    <div class="bar" id="bar" role="img" aria-label={label(shares, total)}>
      {joined(shares).map(([kind, units], index) => (
        <i key={index} class={kind} style={{ flexGrow: String(units / total) }} />
      ))}
    </div>
  );
}

/** The smallest neighbours as one, when there are more than a bar can show. */
function joined(shares: readonly Share[]): readonly Share[] {
  if (shares.length <= MOST_PIECES) return shares;
  const total = shares.reduce((sum, [, units]) => sum + units, 0);
  const found: [Share[0], number][] = [];
  let [units, omitted] = [0, 0];
  for (const [kind, size] of shares) {
    units += size;
    if (kind === "omitted") omitted += size;
    if (units < total / MOST_PIECES) continue;
    found.push([omitted * 2 > units ? "omitted" : "kept", units]);
    [units, omitted] = [0, 0];
  }
  if (units > 0) found.push([omitted * 2 > units ? "omitted" : "kept", units]);
  return found;
}

function label(shares: readonly Share[], total: number): string {
  if (!shares.some(([kind]) => kind === "omitted")) return "Nothing is omitted";
  const share = (end: Share | undefined) => `${Math.round(((end?.[0] === "kept" ? end[1] : 0) / total) * 100)} %`;
  const rescued = shares.filter(([kind]) => kind === "rescued").length;
  const ends = `the first ${share(shares[0])} and the last ${share(shares.at(-1))} of the input`;
  return `Kept: ${ends}${rescued ? `, and ${counted(rescued, "places")} between` : ""}`;
}

/** `65,171 chars omitted, 94.3 % of the input; 4 places rescued.` */
export function Summary({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null;
  if ("code" in outcome) return "An option needs a change.";
  const { truncated, cleaned, shares, json } = outcome;
  if (shares.length === 0) return "Nothing to trim yet.";
  if (!truncated && !cleaned) return "It fits: the result is the input, unchanged.";
  const noise = cleaned ? `${counted(cleaned.chars, "chars")} ${json ? "of white space taken out" : "cleaned"}` : "";
  if (!truncated) return `It fits: ${noise}.`;
  const rescued = shares.filter(([kind]) => kind === "rescued").length;
  return (
    <span>
      <span class="omitted-word">{omittedInWords(outcome)}</span>
      {rescued > 0 && (
        <>
          ; <span class="rescued-word">{counted(rescued, "places")} rescued</span>
        </>
      )}
      {noise && `; ${noise}`}.
    </span>
  );
}

function omittedInWords({ omitted, units, cleaned }: Answer): string {
  const share = (omitted.utf16 / units) * 100;
  const percent = share > 99.9 ? "> 99.9" : share < 0.1 ? "< 0.1" : share.toFixed(1).replace(/\.0$/, "");
  return `${counted(omitted.chars, "chars")} omitted, ${percent} %${cleaned ? "" : " of the input"}`;
}
