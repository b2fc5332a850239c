// Items of the OpenAI Agents SDK: those of Responses in camel case, and some names of its own.
import { dice } from "../dice.mjs";
import { argumentsText, dataUrl, defined, inOrder, resultBlocks, resultsOf, resultText } from "./shared.mjs";

/** Which item a call is. It follows from the call alone, so that its result can find out. */
function kindOf({ name, roll }) {
  const special = { Bash: "shell", apply_patch: "applyPatch", grep_search: "toolSearch", read_file: "computer" }[name];
  return special && dice(roll).chance("special", 3) ? special : "function";
}

const callers = [undefined, undefined, { type: "direct" }];

const callItems = {
  function: ({ id: callId, name, args }, die) => ({
    type: "function_call",
    id: die.pick("id", [undefined, `fc_${die.characters("id", "0123456789abcdef", 24)}`]),
    callId,
    name,
    namespace: die.chance("namespace", 10) ? "crm" : undefined,
    status: die.pick("status", ["completed", undefined]),
    arguments: argumentsText(args, die),
    caller: die.pick("caller", callers),
    providerData: die.chance("provider", 6) ? { vendor: { since: 1 } } : undefined,
  }),
  shell: ({ id: callId, args }) => ({
    type: "shell_call",
    callId,
    status: "completed",
    action: { commands: [args.command], timeoutMs: args.timeout },
  }),
  applyPatch: ({ id: callId, args }) => ({
    type: "apply_patch_call",
    callId,
    status: "completed",
    operation: { type: "update_file", path: args.path, diff: args.diff },
  }),
  toolSearch: ({ id, args }, die) => ({
    type: "tool_search_call",
    // Both spellings are allowed.
    ...die.pick("spelling", [{ callId: id }, { call_id: id }]),
    execution: "client",
    status: "completed",
    arguments: args,
  }),
  computer: ({ id: callId }, die) => ({
    type: "computer_call",
    callId,
    status: "completed",
    ...die.pick("actions", [
      { action: { type: "screenshot" } },
      { actions: [{ type: "wait" }, { type: "screenshot" }] },
    ]),
  }),
};

/** A string, the one block of older versions, or a list. */
function outputOf(result, die) {
  if (typeof result.content === "string" && !(result.content.trim() && die.chance("blocks", 3))) return result.content;
  const blocks = resultBlocks(result);
  if (blocks.length === 1 && die.chance("one", 2)) {
    const { type, text, media } = blocks[0];
    if (type === "text") return { type: "text", text };
    const { mediaType, data, url } = media;
    const image = url ? { url } : die.pick("image", [dataUrl(media), { data, mediaType }, { fileId: "file-abc" }]);
    return die.pick("kind", [
      { type: "image", image },
      { type: "file", file: { id: "file-abc" } },
    ]);
  }
  return blocks.map(({ type, text, media }) =>
    type === "text" ? { type: "input_text", text } : { type: "input_image", image: dataUrl(media), detail: "auto" },
  );
}

const resultItems = {
  function: ({ id: callId, name }, result, die) => ({
    type: "function_call_result",
    name,
    callId,
    status: result.isError ? "incomplete" : "completed",
    output: outputOf(result, die),
    caller: die.pick("caller", callers),
  }),
  shell: ({ id: callId }, result) => ({
    type: "shell_call_output",
    callId,
    output: [
      {
        stdout: resultText(result),
        stderr: "",
        outcome: result.isError ? { type: "timeout" } : { type: "exit", exitCode: 0 },
      },
    ],
  }),
  applyPatch: ({ id: callId }, result) => ({
    type: "apply_patch_call_output",
    callId,
    status: result.isError ? "failed" : "completed",
    output: resultText(result),
  }),
  toolSearch: ({ id }, _, die) => ({
    type: "tool_search_output",
    ...die.pick("spelling", [{ callId: id }, { call_id: id }]),
    execution: "client",
    status: "completed",
    tools: [{ type: "tool_reference", functionName: "read_file" }],
  }),
  computer: ({ id: callId }) => ({
    type: "computer_call_result",
    callId,
    output: { type: "computer_screenshot", data: "data:image/png;base64,iVBORw0KGgo=" },
  }),
};

function hostedItem({ id, kind, input, output, failed }) {
  const item = { type: "hosted_tool_call", id: `ws_${id}`, status: failed ? "failed" : "completed" };
  const search = {
    name: "web_search_call",
    providerData: { type: "web_search", action: { type: "search", query: input } },
  };
  const code = { name: "code_interpreter_call", arguments: JSON.stringify({ code: input }), output };
  return { ...item, ...(kind === "search" ? search : code) };
}

function reasoning({ text, signature, redacted, roll }) {
  const die = dice(roll);
  return defined({
    type: "reasoning",
    id: die.pick("id", [`rs_${die.characters("id", "0123456789abcdef", 24)}`, undefined]),
    content: redacted ? [] : [{ type: "input_text", text }],
    rawContent: !redacted && die.chance("raw", 4) ? [{ type: "reasoning_text", text }] : undefined,
    providerData: redacted || die.chance("encrypted", 2) ? { encryptedContent: signature } : undefined,
  });
}

function message(text, die, content = [{ type: "output_text", text }]) {
  const id = die.pick("id", [undefined, `msg_${die.characters("id", "0123456789abcdef", 24)}`]);
  return defined({
    type: die.pick("type", ["message", undefined]),
    id,
    role: "assistant",
    status: "completed",
    content,
  });
}

function user({ text, media, roll }) {
  const die = dice(roll);
  const parts = [{ type: "input_text", text }];
  if (media?.kind === "image")
    parts.push({ type: "input_image", image: die.pick("image", [dataUrl(media), { id: "file-1" }]) });
  if (media?.kind === "file") parts.push({ type: "input_file", file: dataUrl(media), filename: media.name });
  if (media?.kind === "audio") parts.push({ type: "audio", audio: media.data, format: "wav" });
  const content = parts.length === 1 && !die.chance("list", 3) ? text : parts;
  return [defined({ type: die.pick("type", ["message", undefined]), role: "user", content })];
}

/** Calls that a program of the model's made. */
function program(items, die) {
  const callId = `call_${die.characters("program", "0123456789abcdef", 24)}`;
  const caller = { type: "program", callerId: callId };
  return [
    { type: "program", callId, code: "await tools.run();", fingerprint: "fp_1" },
    ...items.map((item) => ({ ...item, caller })),
    { type: "program_output", callId, output: "done", status: "completed" },
  ];
}

function step({ thinking, text, hosted, calls, ...rest }) {
  const die = dice(rest.roll);
  const results = resultsOf(rest, die).map((result) => {
    const call = calls.find(({ id }) => id === result.id);
    return defined(resultItems[kindOf(call)](call, result, dice(result.roll)));
  });
  const items = [...calls.map((call) => defined(callItems[kindOf(call)](call, dice(call.roll)))), ...results];
  const plain =
    calls.length > 0 && results.length === calls.length && calls.every((call) => kindOf(call) === "function");
  return [
    ...(thinking ? [reasoning(thinking)] : []),
    ...(text ? [message(text, die)] : []),
    ...(hosted ? [hostedItem(hosted)] : []),
    ...(die.chance("unknown", 20) ? [{ type: "unknown", providerData: { type: "future" } }] : []),
    ...(plain && die.chance("program", 10) ? program(items, die) : items),
  ];
}

function final({ text, thinking, roll }) {
  const die = dice(roll);
  const contents = [[{ type: "refusal", refusal: text }], [{ type: "image", image: "iVBORw0KGgo=" }]];
  const content = die.chance("other", 8) ? die.pick("content", contents) : undefined;
  return [...(thinking ? [reasoning(thinking)] : []), message(text, die, content)];
}

/** Ids of items differ, also where two of them were rolled alike. */
function unique(items) {
  const taken = new Set();
  return items.map((item, at) => {
    if (item.id === undefined) return item;
    const id = taken.has(item.id) ? `${item.id}${at}` : item.id;
    taken.add(id);
    return { ...item, id };
  });
}

export function openaiAgents(conversation) {
  const compacted = dice(conversation.roll).chance("compaction", 8);
  const first = compacted ? [{ type: "compaction", encrypted_content: "gAAAAABo" }] : [];
  const system = (text) => [{ role: "system", content: text }];
  return unique([...first, ...inOrder(conversation, { system, user, step, final })]);
}
