// How `ClearToolUsesEdit` of LangChain is called: at the mildest setting that fits, with as many results kept as possible
// and arguments cleared only when that is not enough.
//
// The playground runs it too: no Node here.

import { partsOf } from "../read.mjs";
import { best, mildest } from "./mildest.mjs";

/**
 * `library`: `ClearToolUsesEdit`, and the classes of messages from the same copy, since it requires instances of them.
 * Returns `{ messages, clearToolInputs, kept }`: the last `kept` results stay.
 */
export async function clearToFit({ ClearToolUsesEdit, ...classes }, messages, limit) {
  // It puts others in their place and changes none of them.
  const before = messages.map((message) => toLangChain(message, classes));
  const origin = new Map(before.map((instance, index) => [instance, messages[index]]));
  const results = messages.flatMap(partsOf).filter(({ kind }) => kind === "result").length;
  const made = [];
  for (const clearToolInputs of [false, true]) {
    const found = await mildest(results, limit, async (kept) => {
      const after = [...before];
      const edit = new ClearToolUsesEdit({ trigger: { messages: 1 }, keep: { messages: kept }, clearToolInputs });
      await edit.apply({ messages: after, countTokens: () => 0 });
      return after.map((instance) => origin.get(instance) ?? fromLangChain(instance));
    });
    made.push({ clearToolInputs, ...found });
  }
  return best(made, limit);
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
