// Options of the command line.

import { parseArgs } from "node:util";

export const USAGE = `Usage: node evals/replay.mjs --base-url URL --model NAME [options]
  --base-url URL       an OpenAI-compatible endpoint, up to and with /v1
  --model NAME         what the endpoint calls the model
  --api-key-env NAME   the environment variable with the key (OPENAI_API_KEY); none is needed for local servers
  --scripted           no model: a local server that answers what was recorded if the paths it takes are still there
  --dry-run            only says how many requests and tokens it would take
  --policy NAME,NAME…  tooltrim, shrink-with-age, drop-oldest, stub-older, clear-results, prune, cline, opencode
                       (tooltrim,drop-oldest)
  --share N,N…         percent of the size at the point (20)
  --points N           points of each session (3), spread over its sizes
  --least N            UTF-16 units that a point has at least (40000); --largest N: at most
  --repeat N           answers to each request (2): the full history against itself is the floor of the noise
  --sessions FOLDER    folders of sessions by format; without it those of TOOLTRIM_FIXTURES
  --session NAME, --format NAME, --set a|b
  --out FILE           answers as JSON lines, read again when a run is resumed (target/evals/replay.jsonl)
  --temperature N, --max-tokens N, --concurrency N (2), --timeout SECONDS (180), --retries N (6)`;

const NUMBERS = {
  points: 3,
  least: 40_000,
  largest: undefined,
  repeat: 2,
  concurrency: 2,
  timeout: 180,
  retries: 6,
  temperature: undefined,
  "max-tokens": undefined,
};
const TEXTS = ["base-url", "model", "api-key-env", "policy", "share", "sessions", "session", "format", "set", "out"];
const FLAGS = ["scripted", "dry-run", "help"];
const MAY_BE_ZERO = new Set(["temperature", "least", "retries"]);

/** Throws an `Error` that names the fault. */
export function readOptions(args) {
  const strings = [...TEXTS, ...Object.keys(NUMBERS)].map((name) => [name, { type: "string" }]);
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(strings),
      ...Object.fromEntries(FLAGS.map((name) => [name, { type: "boolean" }])),
    },
  });
  const options = {
    policies: (values.policy ?? "tooltrim,drop-oldest").split(","),
    shares: (values.share ?? "20").split(",").map(Number),
    out: values.out ?? "target/evals/replay.jsonl",
    baseUrl: values["base-url"],
    apiKeyEnv: values["api-key-env"] ?? "OPENAI_API_KEY",
    dryRun: values["dry-run"] === true,
    wants: ({ name, format, set }) =>
      (values.session === undefined || name.includes(values.session)) &&
      (values.format === undefined || values.format === format) &&
      (values.set === undefined || values.set === set),
  };
  for (const [name, usual] of Object.entries(NUMBERS)) {
    const value = values[name] === undefined ? usual : Number(values[name]);
    const least = MAY_BE_ZERO.has(name) ? 0 : 1;
    if (value !== undefined && !(value >= least))
      throw new Error(`--${name}: ${values[name]} is not a number from ${least} on`);
    options[name === "max-tokens" ? "maxTokens" : name] = value;
  }
  if (!options.shares.every((share) => share > 0 && share <= 100)) throw new Error("--share: not a percentage");
  if (!["a", "b", undefined].includes(values.set)) throw new Error("--set: not a or b");
  const asks = !values.help && !options.dryRun && !values.scripted;
  if (asks && !(options.baseUrl && values.model))
    throw new Error("--base-url and --model, --scripted or --dry-run is needed");
  return { ...values, ...options, model: values.model ?? (values.scripted ? "scripted" : "model") };
}
