// What the user set: variables of the environment for the endpoint, flags for the rest.
import { parseArgs } from "node:util";

export const HELP = `Usage: node agent.mjs [options]

  --window <tokens>  the model's context window (or CONTEXT_WINDOW)
  --no-compaction    sends the conversation as it is, to see what happens then
  --allow-shell      lets a model of an endpoint of yours run commands
  --keep             keeps the repository, and says where it is
  --session <folder> keeps the repository, the conversation and what was cut there, and goes on with what is there
  --help

OPENAI_BASE_URL, OPENAI_API_KEY and MODEL name an endpoint with Chat Completions; without them a scripted model in this
process answers.`;

/** An error that is the user's to mend: its message is all there is to say. */
export class UserError extends Error {}

/**
 * @typedef {object} Settings
 * @property {{ url: string | undefined, key: string, model: string } | undefined} endpoint none: the scripted model
 * @property {number} window in tokens
 * @property {number} answer the most tokens of an answer
 * @property {boolean} compaction
 * @property {boolean} allowShell
 * @property {boolean} keep
 * @property {string | undefined} session a folder
 * @property {boolean} help
 */

/** @param {string[]} args @param {Record<string, string | undefined>} environment @returns {Settings} */
export function readSettings(args, environment) {
  const flags = flagsOf(args);
  const endpoint = endpointOf(environment);
  const fallback = endpoint ? 128_000 : 24_000;
  const window = Number(flags.window ?? (environment.CONTEXT_WINDOW || fallback));
  const answer = 4_000;
  if (!Number.isInteger(window) || window < 2 * answer) {
    throw new UserError(
      `--window or CONTEXT_WINDOW: ${flags.window ?? environment.CONTEXT_WINDOW} is no number of tokens from ${2 * answer} on`,
    );
  }
  return {
    endpoint,
    window,
    answer,
    compaction: !flags["no-compaction"],
    // The scripted model is known; what another one runs is up to the user.
    allowShell: !endpoint || flags["allow-shell"] === true,
    keep: flags.keep === true,
    session: flags.session || undefined,
    help: flags.help === true,
  };
}

/** @param {string[]} args */
function flagsOf(args) {
  const flag = /** @type {const} */ ({ type: "boolean" });
  const options = {
    window: /** @type {const} */ ({ type: "string" }),
    "no-compaction": flag,
    "allow-shell": flag,
    keep: flag,
    session: /** @type {const} */ ({ type: "string" }),
    help: flag,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}\n\n${HELP}`);
  }
}

/** @param {Record<string, string | undefined>} environment */
function endpointOf({ OPENAI_BASE_URL: url, OPENAI_API_KEY: key, MODEL: model }) {
  if (!url && !key) return undefined;
  if (!key) throw new UserError("OPENAI_API_KEY is not set. An endpoint that wants none takes any value.");
  if (!model) {
    throw new UserError(
      "MODEL is not set: which model of the endpoint? Without OPENAI_BASE_URL and OPENAI_API_KEY the scripted one answers.",
    );
  }
  if (url && !(/^https?:/i.test(url) && URL.canParse(url))) {
    throw new UserError(`OPENAI_BASE_URL: ${url} is no address, such as http://localhost:11434/v1`);
  }
  return { url: url || undefined, key, model };
}
