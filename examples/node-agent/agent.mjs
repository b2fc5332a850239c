// A coding agent in a terminal, with the loop and the requests in our own hands: node agent.mjs --help
import { Context, PlainContext } from "./context.mjs";
import { runLoop } from "./loop.mjs";
import { createModel } from "./model.mjs";
import { runSession } from "./session.mjs";
import { recallTool } from "./tools/bounds.mjs";
import { definitions } from "./tools/index.mjs";

await runSession(
  ({ settings: { window, answer, compaction }, endpoint, runTool, saved, view, signal }) => {
    const { store, conversation } = saved;
    const tools = [
      ...definitions.map((definition) => ({ type: /** @type {const} */ ("function"), function: definition })),
      // It runs with the others, in `runTool`.
      recallTool(store, "openai-chat").definition,
    ];
    const Kind = compaction ? Context : PlainContext;
    const context = new Kind({ window, answer, tools, store, state: conversation?.compaction });
    if (context.notice) console.error(context.notice);
    return runLoop({ context, ask: createModel({ ...endpoint, answer, tools }), runTool, saved, view, signal });
  },
  { goesOn: true },
);
