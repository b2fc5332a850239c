// What all three agents have in common: settings, an endpoint, a repository, a view, and a tidy end.
import { startEndpoint } from "./endpoint.mjs";
import { sentenceOf } from "./errors.mjs";
import { createRepository } from "./repository/index.mjs";
import { HELP, readSettings, UserError } from "./settings.mjs";
import { createTools } from "./tools/index.mjs";
import { View } from "./view.mjs";
import { summaryOf } from "./view-line.mjs";

/**
 * @typedef {object} Session
 * @property {import("./settings.mjs").Settings} settings
 * @property {{ url: string, key: string, model: string }} endpoint
 * @property {ReturnType<typeof createTools>} runTool tells the view, too
 * @property {View} view
 * @property {AbortSignal} signal Ctrl-C
 */

/**
 * Runs an agent, and sets the exit code.
 *
 * @param {(session: Session) => Promise<void>} agent
 */
export async function runSession(agent) {
  try {
    const settings = readSettings(process.argv.slice(2), process.env);
    if (settings.help) console.log(HELP);
    else process.exitCode = await runWith(settings, agent);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

/** @param {import("./settings.mjs").Settings} settings @param {(session: Session) => Promise<void>} agent */
async function runWith(settings, agent) {
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());
  const endpoint = await startEndpoint(settings);
  const repository = await createRepository();
  const { folder } = repository;
  const view = new View(process.stdout);
  try {
    const tools = createTools({ folder, allowShell: settings.allowShell, signal });
    /** @type {ReturnType<typeof createTools>} */
    const runTool = async (name, input) => {
      signal.throwIfAborted();
      const result = await tools(name, input);
      view.called(name, input, result);
      return result;
    };
    await agent({ settings, endpoint, runTool, view, signal });
    view.end();
    if (settings.compaction) console.log(`\n${summaryOf(view.counts)}`);
    return 0;
  } catch (error) {
    view.end();
    if (signal.aborted) {
      console.error("Stopped.");
      return 130;
    }
    console.error(`\n${error instanceof UserError ? error.message : sentenceOf(error, endpoint)}`);
    if (!settings.compaction) console.error("Without --no-compaction it would have been compacted.");
    return 1;
  } finally {
    if (settings.keep) console.log(`The repository is in ${folder}`);
    else await repository.remove();
    await endpoint.close();
  }
}
