// What the demo is asked on the command line: a file and the options of `trim`.

import { parseArgs } from "node:util";

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

/** Each flag is an option of `trim`, which says what is wrong with a value. */
const FLAGS = {
  "max-chars": ["maxChars", Number],
  "max-tokens": ["maxTokens", Number],
  "max-bytes": ["maxBytes", Number],
  "max-lines": ["maxLines", Number],
  keep: ["keep", String],
  snap: ["snap", String],
  "head-share": ["headShare", Number],
  marker: ["marker", String],
};

/** Returns `{ help, path, options }`; both `path` and `options` are undefined when not given. */
export function parseArguments(words) {
  const { help, paths, flags } = parsed(words);
  if (help) return { help };
  if (paths.length > 1) throw new UsageError(`one file at a time, got ${paths.length}: ${paths.join(", ")}`);
  const options = Object.entries(flags).map(([flag, text]) => {
    const [name, read] = FLAGS[flag];
    return [name, read(text)];
  });
  return { help: false, path: paths[0], options: options.length === 0 ? undefined : Object.fromEntries(options) };
}

function parsed(args) {
  const flags = Object.keys(FLAGS).map((flag) => [flag, { type: "string" }]);
  const options = { ...Object.fromEntries(flags), help: { type: "boolean", short: "h" } };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { help = false, ...rest } = values;
    return { help, paths: positionals, flags: rest };
  } catch (error) {
    throw new UsageError(error.message);
  }
}
