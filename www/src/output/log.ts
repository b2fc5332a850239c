// Is a text what a command printed, and not data or markup?

/** UTF-16 units that are looked at. */
const START = 20_000;
/** Fewer lines are read at a glance. */
const LINES = 20;
/** What only a terminal makes sense of. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: to find control characters is what it is for
const TERMINAL = /\x1b\[|\r(?!\n)./;

export function looksLikeLog(text: string): boolean {
  const start = text.slice(0, START);
  return TERMINAL.test(start) || (start.split("\n").length > LINES && !/^\s*[[{<]/.test(start));
}
