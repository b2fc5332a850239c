// A coding agent in a terminal, with the loop and the requests in our own hands: node agent.mjs --help
import { Context, PlainContext } from "./context.mjs";
import { runLoop } from "./loop.mjs";
import { createModel } from "./model.mjs";
import { runSession } from "./session.mjs";
import { definitions } from "./tools/index.mjs";

await runSession(({ settings: { window, answer, compaction }, endpoint, runTool, view, signal }) => {
  const Kind = compaction ? Context : PlainContext;
  const context = new Kind({ window, answer, tools: definitions });
  return runLoop({ context, ask: createModel({ ...endpoint, answer }), runTool, view, signal });
});
