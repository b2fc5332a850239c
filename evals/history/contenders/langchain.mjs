// `ClearToolUsesEdit` of LangChain. It is no dependency of the package: EVALS_CONTENDERS names a folder in which `npm
// install langchain` was run, if it is not installed here.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { clearToFit } from "../../../compare/history/contenders/clear-tool-uses.mjs";

export async function langchain() {
  const name = "LangChain ClearToolUses";
  const formats = ["chat"];
  const home = homeOf("langchain");
  if (home === undefined) return { name, formats, skipped: "langchain is not installed, here or in EVALS_CONTENDERS" };
  const load = async (from) => import(pathToFileURL(createRequire(home).resolve(from)).href);
  const { ClearToolUsesEdit } = await load("langchain");
  const { AIMessage, HumanMessage, SystemMessage, ToolMessage } = await load("@langchain/core/messages");
  const library = { ClearToolUsesEdit, AIMessage, HumanMessage, SystemMessage, ToolMessage };
  const compact = async (messages, { limit }) => (await clearToFit(library, messages, limit)).messages;
  return { name, formats, compact };
}

/** A file beside which the package can be found. */
function homeOf(name) {
  const folders = [import.meta.dirname, process.env.EVALS_CONTENDERS].filter(Boolean);
  return folders
    .map((folder) => join(folder, "index.js"))
    .find((file) =>
      createRequire(file)
        .resolve.paths(name)
        .some((path) => existsSync(join(path, name))),
    );
}
