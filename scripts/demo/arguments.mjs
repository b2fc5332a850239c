// What the demo is asked on the command line: a file and the options of `trim`.

export class UsageError extends Error {}

export const HELP = `Shows what tooltrim keeps of a tool output.

    npm run demo                             three example outputs and a session
    npm run demo -- path/to/file [options]   a file of yours
    npm run demo -- [options]                the examples with your options

Options (none: at most 4,000 chars, both ends, whole lines)
    --max-chars N     at most N Unicode code points, marker included
    --max-tokens N    at most N tokens, by estimate
    --max-bytes N     at most N bytes of UTF-8
    --max-lines N     at most N lines; several limits hold together
    --keep WHAT       head, tail, ends or none (only the marker)
    --snap WHERE      cut at any char, between graphemes or between lines: char, grapheme, line
    --head-share X    how much of the room the head gets when both ends are kept, 0 to 1
    --marker TEXT     stands where text is missing, e.g. "[{omittedLines} of {totalLines} lines omitted]"
    --help            this text

Exit codes: 0, 1 (the file cannot be used), 2 (a wrong option). No colours with NO_COLOR=1.
`;

const wholeNumber = (text, flag) => {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new UsageError(`${flag} needs a whole number, got "${text}"`);
};
const decimal = (text, flag) => {
  if (/^\d*\.?\d+$/.test(text)) return Number(text);
  throw new UsageError(`${flag} needs a number from 0 to 1, got "${text}"`);
};
const oneOf =
  (...words) =>
  (text, flag) => {
    if (words.includes(text)) return text;
    throw new UsageError(`${flag} needs one of ${words.join(", ")}, got "${text}"`);
  };

const FLAGS = new Map([
  ["--max-chars", ["maxChars", wholeNumber]],
  ["--max-tokens", ["maxTokens", wholeNumber]],
  ["--max-bytes", ["maxBytes", wholeNumber]],
  ["--max-lines", ["maxLines", wholeNumber]],
  ["--keep", ["keep", oneOf("head", "tail", "ends", "none")]],
  ["--snap", ["snap", oneOf("char", "grapheme", "line")]],
  ["--head-share", ["headShare", decimal]],
  ["--marker", ["marker", (text) => text]],
]);

/** Returns `{ help, path, options }`; both `path` and `options` are undefined when not given. */
export function parseArguments(words) {
  const paths = [];
  const options = {};
  let onlyPaths = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (onlyPaths || !word.startsWith("-") || word === "-") {
      paths.push(word);
      continue;
    }
    if (word === "--help" || word === "-h") return { help: true };
    if (word === "--") {
      onlyPaths = true;
      continue;
    }
    const equals = word.indexOf("=");
    const flag = equals < 0 ? word : word.slice(0, equals);
    const known = FLAGS.get(flag);
    if (known === undefined) throw new UsageError(`unknown option ${flag}`);
    if (equals < 0 && i + 1 === words.length) throw new UsageError(`${flag} needs a value`);
    const [name, read] = known;
    options[name] = read(equals < 0 ? words[++i] : word.slice(equals + 1), flag);
  }
  if (paths.length > 1) throw new UsageError(`one file at a time, got ${paths.length}: ${paths.join(", ")}`);
  return { help: false, path: paths[0], options: Object.keys(options).length === 0 ? undefined : options };
}
