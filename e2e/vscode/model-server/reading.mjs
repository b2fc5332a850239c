// What a model sees in a request of the Responses API: what the user asked for, which calls were made, what came back.
// Calls stand there as items, or as the texts that tooltrim writes for endpoints without them.

const textOf = (content) =>
  typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? `[${part.type}]`).join("");

const parsed = (json) => {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
};

const markers = {
  call: /^<!-- prior-tool: (?<name>\S+) \| id: (?<id>\S+) \| args: (?<args>.*) -->$|^\[Tool Call: (?<name2>\w+)\((?<args2>.*)\) -> call_id: (?<id2>\S+)\]$/,
  result: /^<!-- prior-tool-result: (?<id>\S+) -->$|^\[Tool Result for (?:call_id: )?(?<id2>[^\]\s]+)\]:?(?<rest>.*)$/,
};

/** Calls and results out of a text; a result goes on until the next marker. */
function readText(text, calls, results) {
  let open;
  for (const line of text.split("\n")) {
    const call = markers.call.exec(line)?.groups;
    const result = call ? undefined : markers.result.exec(line)?.groups;
    if (call) {
      open = undefined;
      calls.push({ id: call.id ?? call.id2, name: call.name ?? call.name2, args: parsed(call.args ?? call.args2) });
    } else if (result) {
      open = result.id ?? result.id2;
      results.set(open, result.rest?.trimStart() ?? "");
    } else if (open !== undefined) {
      const before = results.get(open);
      results.set(open, before === "" ? line : `${before}\n${line}`);
    }
  }
}

/**
 * `{ task, calls, results, text, form, tools }`: calls in order, results by id of the call, names of the tools that are
 * offered.
 */
export function readRequest({ input, tools = [] }) {
  const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const calls = [];
  const results = new Map();
  const texts = [];
  let form = "none";
  for (const item of items) {
    if (item.type === "function_call") {
      form = "native";
      calls.push({ id: item.call_id, name: item.name, args: parsed(item.arguments) });
    } else if (item.type === "function_call_output") results.set(item.call_id, textOf(item.output));
    else if (item.role) {
      const text = textOf(item.content);
      const before = calls.length;
      readText(text, calls, results);
      if (calls.length > before) form = "text";
      texts.push({ role: item.role, text });
    }
  }
  const task = texts.find(({ role, text }) => role === "user" && /^Task \S+:/m.test(text))?.text;
  return {
    task,
    word: /^Task (\S+):/m.exec(task ?? "")?.[1],
    calls,
    results,
    texts,
    form,
    tools: tools.map(({ name }) => name),
  };
}
