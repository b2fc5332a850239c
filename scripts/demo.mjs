// Trims three example outputs, or a file of yours, and shows what was kept; bounds a JSON answer; then compacts the
// tool calls of a session: into a summary, and in place.
//
//     npm run demo
//     npm run demo -- path/to/file --max-lines 50 --keep tail

import { HELP, parseArguments, UsageError } from "./demo/arguments.mjs";
import { renderCompaction } from "./demo/compaction.mjs";
import { EXAMPLES, InputError, readExample, readFile } from "./demo/inputs.mjs";
import { measureTrim } from "./demo/measure-trim.mjs";
import { render } from "./demo/report.mjs";
import { compactTurns, readSession, SESSION } from "./demo/session.mjs";
import { renderSession } from "./demo/session-report.mjs";
import { pageWidth, visible } from "./demo/terminal.mjs";
import { renderValues } from "./demo/values.mjs";

const EXIT_BAD_INPUT = 1;
const EXIT_BAD_USAGE = 2;
/** Errors of the library that come from an option, so from a flag here. */
const OPTION_ERRORS = new Set(["INVALID_OPTION", "MARKER_TOO_LONG"]);

const INTRODUCTION = `Three tool outputs, trimmed as they would be before a model sees them.
A file of your own: npm run demo -- path/to/file --max-chars 2000

`;

const SESSION_INTRODUCTION = `A coding session, its older tool calls replaced by a summary before the model's next turn.

`;

// `npm run demo | head` closes the pipe early; that is no failure.
process.stdout.on("error", (error) => {
  process.exit(error.code === "EPIPE" ? 0 : EXIT_BAD_INPUT);
});

function fail(exitCode, message) {
  process.stderr.write(`demo: ${visible(message)}\n`);
  process.exitCode = exitCode;
}

async function loadLibrary() {
  try {
    return await import("tooltrim");
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new InputError("the package is not built yet; `npm run demo` builds it first");
  }
}

function show(library, inputs) {
  const width = pageWidth();
  try {
    for (const input of inputs) process.stdout.write(`${render(measureTrim(library, input), width)}\n`);
  } catch (error) {
    if (!(error instanceof library.TooltrimError)) throw error;
    const message = `${error.code}: ${error.message}`;
    throw OPTION_ERRORS.has(error.code) ? new UsageError(message) : new InputError(message);
  }
}

function showSession(library) {
  const session = readSession();
  const turns = compactTurns(library, session);
  process.stdout.write(SESSION_INTRODUCTION + renderSession(SESSION, session, turns, pageWidth()));
  process.stdout.write(renderCompaction(library, session, pageWidth()));
}

try {
  const { help, path, options } = parseArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
  } else if (path !== undefined) {
    const input = readFile(path, options);
    show(await loadLibrary(), [input]);
  } else {
    const inputs = EXAMPLES.map((example) => readExample(example, options));
    const library = await loadLibrary();
    process.stdout.write(INTRODUCTION);
    show(library, inputs);
    // The options of `trim` say nothing about what follows.
    if (options === undefined) {
      process.stdout.write(renderValues(library, pageWidth()));
      showSession(library);
    }
  }
} catch (error) {
  if (error instanceof UsageError) fail(EXIT_BAD_USAGE, `${error.message} (see npm run demo -- --help)`);
  else if (error instanceof InputError) fail(EXIT_BAD_INPUT, error.message);
  else throw error;
}
