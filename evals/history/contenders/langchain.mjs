// `ClearToolUsesEdit` of LangChain, at the mildest setting that fits: as many results kept as possible, arguments cleared
// only when that is not enough.
//
// It is no dependency of ours: EVALS_CONTENDERS names a folder in which `npm install langchain` was run.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { partsOf } from "../read.mjs";
import { best } from "./ai-sdk.mjs";
import { mildest } from "./mildest.mjs";

export async function langchain() {
  const name = "LangChain ClearToolUses";
  const formats = ["chat"];
  const home = homeOf("langchain");
  if (home === undefined) return { name, formats, skipped: "langchain is not installed, here or in EVALS_CONTENDERS" };
  const load = async (from) => import(pathToFileURL(createRequire(home).resolve(from)).href);
  const { ClearToolUsesEdit } = await load("langchain");
  // From the same copy, since it requires instances of its own classes.
  const classes = await load("@langchain/core/messages");
  const compact = async (messages, { limit }) => {
    const results = messages.flatMap(partsOf).filter(({ kind }) => kind === "result").length;
    const made = [];
    for (const clearToolInputs of [false, true]) {
      made.push(await mildest(results, limit, (kept) => clear(messages, kept, clearToolInputs)));
    }
    return best(made, limit);
  };
  return { name, formats, compact };

  async function clear(messages, kept, clearToolInputs) {
    const before = messages.map((message) => toLangChain(message, classes));
    const after = [...before];
    const edit = new ClearToolUsesEdit({ trigger: { messages: 1 }, keep: { messages: kept }, clearToolInputs });
    await edit.apply({ messages: after, countTokens: () => 0 });
    const origin = new Map(before.map((instance, index) => [instance, messages[index]]));
    return after.map((instance) => origin.get(instance) ?? fromLangChain(instance));
  }
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

function toLangChain({ role, content, tool_calls, tool_call_id }, classes) {
  const { AIMessage, HumanMessage, SystemMessage, ToolMessage } = classes;
  if (role === "tool") return new ToolMessage({ content, tool_call_id });
  if (role === "user") return new HumanMessage({ content });
  if (role !== "assistant") return new SystemMessage({ content });
  const calls = (tool_calls ?? []).map(({ id, function: called }) => ({
    id,
    name: called.name,
    args: parsed(called.arguments),
    type: "tool_call",
  }));
  return new AIMessage({ content: content ?? "", tool_calls: calls });
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return { input: json };
  }
}

function fromLangChain(instance) {
  if (instance.type === "tool") {
    return { role: "tool", tool_call_id: instance.tool_call_id, content: instance.content };
  }
  const calls = instance.tool_calls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { role: "assistant", content: instance.content === "" ? null : instance.content, tool_calls: calls };
}
