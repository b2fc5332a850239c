// Texts and figures of the renderers.

/**
 * Chars that no renderer lets through: controls, which terminals obey and XML forbids; marks that turn the direction of
 * the text behind them; and noncharacters, which XML forbids too.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]/g;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Returns a text from a log as one line without controls; white space becomes a blank, the rest U+FFFD. */
export function visible(text: string): string {
  return text
    .replace(/[\t\n\r]+/g, " ")
    .replace(HIDDEN, "\ufffd")
    .replace(LONE, "\ufffd");
}

const segmenter = new Intl.Segmenter();

/** True for a path, of which the end is the part that tells, also with the lines that were read of it. */
export const isPath = (text: string): boolean => /^[^\s"]*[/\\][^\s"]*(?: lines [\d-]+)?$/.test(text);

/** Returns the graphemes of a text. */
export const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Returns the first chars of a text, of a path the last ones: whole graphemes, with `…` for the rest. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const isEnd = isPath(text.slice(0, most * 4));
  const all = graphemes(isEnd ? text.slice(-most * 4) : text.slice(0, most * 4));
  if (isEnd) all.reverse();
  let left = most - 1;
  const kept = all.slice(
    0,
    all.findIndex(({ length }) => {
      left -= length;
      return left < 0;
    }),
  );
  return isEnd ? `…${kept.reverse().join("")}` : `${kept.join("")}…`;
}

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `1,234,567` */
export const grouped = (number: number): string => whole.format(number);
/** `1.2M` */
export const compact = (number: number): string => short.format(number);

/** `12 %`; of small shares a digit more, and `< 0.1 %` for what is not nothing. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return "< 0.1 %";
  if (value > 99.9 && value < 100) return "99.9 %";
  return `${Math.abs(value) < 10 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} %`;
}

/** `1 call`, `2 calls` */
export const counted = (number: number, noun: string): string => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** Returns `{ chars: 40_000 }` as `40,000 chars`. */
export function budget(given: { readonly chars?: number; readonly tokens?: number; readonly utf16?: number }): string {
  if (given.tokens !== undefined) return `${grouped(given.tokens)} tokens`;
  return `${grouped(given.chars ?? given.utf16 ?? 0)} chars`;
}
