// Does a model do as well with the compacted history? Recorded sessions are replayed at points where a cut could be: a
// model is asked for its next actions with the full history and with what each policy makes of it, and its answers are
// compared with what was recorded and with each other.
//
//     node evals/replay.mjs --dry-run                        what it would take
//     node evals/replay.mjs --scripted                       from end to end, without a model
//     node evals/replay.mjs --base-url URL --model NAME      any OpenAI-compatible endpoint
//     node evals/replay.mjs --help
//
// TOOLTRIM_FIXTURES, or --sessions, names a folder with recorded sessions; without it all is skipped.

import { join } from "node:path";
import { heading } from "../benches/js/print.mjs";
import { loadSessions } from "./history/sessions.mjs";
import { optionsOrExit } from "./lib/arguments.mjs";
import { newClient } from "./replay/client.mjs";
import { printCost } from "./replay/cost.mjs";
import { jobsOf, policiesOf } from "./replay/jobs.mjs";
import { readOptions, USAGE } from "./replay/options.mjs";
import { replayPoints } from "./replay/points.mjs";
import { printReport, summarize } from "./replay/report.mjs";
import { runJobs } from "./replay/run.mjs";
import { HEADER, recordedIfPossible, startScripted } from "./replay/scripted.mjs";

const options = optionsOrExit(readOptions, USAGE);
const fixtures = process.env.TOOLTRIM_FIXTURES;
const folders = options.sessions
  ? [options.sessions]
  : fixtures
    ? ["sessions", "sessions-more"].map((part) => join(fixtures, part))
    : [];
const all = folders.flatMap((folder) => loadSessions(folder, { borrow: false })).filter(options.wants);
// The same session in another format is no other conversation.
const sessions = all.filter((session) => all.find(({ name }) => name === session.name) === session);
const points = sessions.flatMap((session) =>
  replayPoints(session, { most: options.points, least: options.least, largest: options.largest }),
);
if (points.length === 0) {
  console.log(
    folders.length === 0
      ? "skipped: recorded sessions: TOOLTRIM_FIXTURES is not set, --sessions neither"
      : `skipped: no point of ${options.least} units or more in ${sessions.length} sessions`,
  );
  process.exit(0);
}
const policies = await policiesOrExit();
const jobs = await jobsOf(points, policies, options.shares);
if (options.dryRun) {
  heading("cost", `${points.length} points of ${sessions.length} sessions, ${options.repeat} answers to each request.`);
  printCost(jobs, options.repeat);
  process.exit(0);
}

const scripted = options.scripted ? await startScripted(recordedIfPossible(points)) : undefined;
// The port of the local server is another one each time.
const { runs, asked, resumed } = await runJobs(
  jobs,
  newClient({
    baseUrl: scripted?.baseUrl ?? options.baseUrl,
    // Local servers want no key, but the client does.
    apiKey: (options.baseUrl && process.env[options.apiKeyEnv]) || "none",
    timeout: 1000 * options.timeout,
    retries: options.retries,
  }),
  options,
  {
    headersOf: scripted ? (point) => ({ [HEADER]: point.id }) : undefined,
    onAnswer: ({ point, arm, error, message }, done, left) => {
      if (error) console.error(`${point}, ${arm}: ${error}: ${message}`);
      if (done % 200 === 0) console.error(`${done} answers, ${left} to come`);
    },
  },
);
await scripted?.close();
console.log(`${asked} answers asked for, ${resumed} from ${options.out}; model: ${options.model}`);
if (scripted) console.log("SCRIPTED: a rule answered, no model. This says nothing about models.");
console.log(
  "Schemas of tools are inferred from the recorded calls. Histories are compacted in the session's own format.",
);
printReport(summarize(runs));

async function policiesOrExit() {
  try {
    return await policiesOf(options.policies);
  } catch (error) {
    console.error(`eval: ${error.message}`);
    process.exit(2);
  }
}
