// What all three agents have in common: settings, an endpoint, a repository, a view, and a tidy end.
import { formatTruncationLog, onTruncation } from "tooltrim/signals";
import { startEndpoint } from "./endpoint.mjs";
import { isTooLong, sentenceOf } from "./errors.mjs";
import { createRepository } from "./repository/index.mjs";
import { openSaved } from "./saved.mjs";
import { HELP, readSettings, UserError } from "./settings.mjs";
import { createTools } from "./tools/index.mjs";
import { View } from "./view.mjs";
import { summaryOf } from "./view-line.mjs";

/**
 * @typedef {object} Session
 * @property {import("./settings.mjs").Settings} settings
 * @property {{ url: string, key: string, model: string }} endpoint
 * @property {ReturnType<typeof createTools>} runTool tells the view, too
 * @property {import("./saved.mjs").Saved} saved what outlives the process; its store keeps what is cut
 * @property {View} view
 * @property {AbortSignal} signal Ctrl-C
 */

/**
 * Runs an agent, and sets the exit code.
 *
 * @param {(session: Session) => Promise<void>} agent
 * @param {{ goesOn?: boolean }} [can] `goesOn`: with a conversation of the time before
 */
export async function runSession(agent, { goesOn = false } = {}) {
  try {
    const settings = readSettings(process.argv.slice(2), process.env);
    if (settings.session && !goesOn)
      throw new UserError("--session is for agent.mjs: here the library keeps the conversation.");
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
  listenForEnd(stop);
  const saved = await openSaved(settings.session);
  const endpoint = await startEndpoint(settings);
  try {
    const repository = await createRepository(saved.repository);
    const { folder } = repository;
    try {
      return await runIn(folder, { settings, endpoint, saved, signal, agent });
    } finally {
      if (settings.keep || settings.session) console.log(`The repository is in ${folder}`);
      else await repository.remove();
    }
  } finally {
    await endpoint.close();
    await saved.close();
  }
}

/**
 * @param {string} folder
 * @param {Pick<Session, "settings" | "endpoint" | "saved" | "signal"> & { agent: (session: Session) => Promise<void> }} run
 * @returns {Promise<number>} the exit code
 */
async function runIn(folder, { settings, endpoint, saved, signal, agent }) {
  const view = new View(process.stdout);
  // Whoever cuts something says so: a line for each, with the name under which all of it is kept.
  const stop = onTruncation((event) => view.cut(formatTruncationLog(event), event.ref));
  const tools = createTools({ folder, allowShell: settings.allowShell, store: saved.store, signal });
  /** @type {ReturnType<typeof createTools>} */
  const runTool = async (name, input) => {
    signal.throwIfAborted();
    const result = await tools(name, input);
    // What was stopped in its midst is no result; a session that goes on runs it again.
    signal.throwIfAborted();
    view.called(name, input, result);
    return result;
  };
  try {
    signal.throwIfAborted();
    await agent({ settings, endpoint, runTool, saved, view, signal });
    view.end();
    if (settings.compaction) console.log(`\n${summaryOf(view.counts)}`);
    return 0;
  } catch (error) {
    view.end();
    if (signal.aborted) {
      console.error("Stopped.");
      return signal.reason;
    }
    console.error(`\n${sentenceOf(error, endpoint)}`);
    if (!settings.compaction && isTooLong(error))
      console.error("Without --no-compaction it would have been compacted.");
    return 1;
  } finally {
    stop();
  }
}

/** Each ends the run in an orderly way, with the exit code that shells give it; the second one ends the process. */
const ENDS = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 });

/** @param {AbortController} stop its reason is the exit code */
function listenForEnd(stop) {
  const names = /** @type {(keyof typeof ENDS)[]} */ (Object.keys(ENDS));
  const end = (/** @type {keyof typeof ENDS} */ name) => {
    for (const each of names) process.off(each, end);
    stop.abort(ENDS[name]);
  };
  for (const name of names) process.on(name, end);
  // The terminal is gone, or the reader of a pipe (`| head`): nothing can be shown, but the folder still has to go.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => end("SIGHUP"));
}
