// The table of sizes, and the word on whether the limits hold.
import type { Measures, Omitted, TrimOptions } from "tooltrim/text";
import { counted, number } from "../shared/dom.js";
import type { Shown } from "./model.js";
import { LIMITS, type LimitName, toOptions, UNITS } from "./settings.js";

type Unit = keyof Measures;

const ROWS: readonly (readonly [Unit, string])[] = [
  ["chars", "chars"],
  ["utf16", "UTF-16 units"],
  ["bytes", "bytes"],
  ["lines", "lines"],
  ["graphemes", "graphemes"],
  ["tokens", "tokens, est."],
];

const UNIT_OF: Readonly<Record<LimitName, Unit>> = {
  maxChars: "chars",
  maxUtf16: "utf16",
  maxBytes: "bytes",
  maxLines: "lines",
  maxTokens: "tokens",
};

/** What a token estimate is multiplied with before `trim` compares it. */
const TOKEN_MARGIN = 1.1;

/** A size that is not known yet is shown as `…`, one that there is not as `–`. */
export function Sizes({ shown }: { shown: Shown | undefined }) {
  const failed = shown !== undefined && "code" in shown.outcome;
  const { omitted, sizes } = resultOf(shown);
  const limited = shown ? limitsOf(toOptions(shown.settings)).map(([name]) => UNIT_OF[name]) : [];
  const pending = failed ? "–" : "…";
  const cell = (value: number | undefined, missing: string) => <td>{value === undefined ? missing : number(value)}</td>;
  return (
    <table class="sizes">
      <caption class="unseen">Sizes</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Input</th>
          <th scope="col">Omitted</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody id="sizes">
        {ROWS.map(([unit, label]) => (
          <tr key={unit} class={limited.includes(unit) ? "limited" : undefined}>
            <th scope="row">{label}</th>
            {cell(shown?.inputSizes?.[unit], shown ? measuring(shown) : "…")}
            {unit === "graphemes" ? <td>–</td> : cell(omitted?.[unit], pending)}
            {cell(sizes?.[unit], pending)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A large text is measured while its result is there already. */
const measuring = ({ source }: Shown): string => (source.text === undefined ? "measuring …" : "…");

/** What is known of the result. */
export function resultOf(shown: Shown | undefined): { omitted?: Omitted; sizes?: Measures } {
  if (!shown || "code" in shown.outcome) return {};
  const { omitted, sizes } = { ...shown.outcome, ...shown.counts };
  return sizes ? { omitted, sizes } : { omitted };
}

/** The limits in force: without any, the package's own. */
function limitsOf(options: TrimOptions): [LimitName, number][] {
  const given = LIMITS.flatMap((name): [LimitName, number][] => {
    const limit = options[name];
    return limit === undefined ? [] : [[name, limit]];
  });
  return given.length > 0 ? given : [["maxChars", 4000]];
}

/** `3,984 of 4,000 chars`: the result measured anew, not what `trim` says of it. */
export function Verdicts({ shown }: { shown: Shown | undefined }) {
  const { sizes } = resultOf(shown);
  const limits = shown && sizes ? limitsOf(toOptions(shown.settings)) : [];
  return (
    <p class="verdicts" id="verdict">
      {limits.map(([name, limit]) => {
        const size = sizes?.[UNIT_OF[name]] ?? 0;
        const margin = name === "maxTokens" ? TOKEN_MARGIN : 1;
        const holds = size * margin <= limit;
        return (
          <span key={name} class={`verdict ${holds ? "holds" : "over"}`} title={holds ? "The limit holds" : undefined}>
            {margin === 1 ? number(size) : `${number(size)} × ${margin}`} of {counted(limit, UNITS[name])}
            {holds ? "" : ": over the limit"}
          </span>
        );
      })}
    </p>
  );
}
