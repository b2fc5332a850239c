// Where calls, results, texts and thinking stand in messages of any format, for the breakages. It goes by the marks
// that each format has, not by a format's name: LangChain's messages and those of Chat Completions differ in little
// else.

/** A copy that shares nothing that can be changed, except bytes. Classes stay what they are. */
export function copy(value, seen = new Map()) {
  const whole = value === null || typeof value !== "object" || ArrayBuffer.isView(value);
  if (whole || value instanceof ArrayBuffer || value instanceof URL) return value;
  if (seen.has(value)) return seen.get(value);
  const made = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
  seen.set(value, made);
  for (const key of Reflect.ownKeys(value)) {
    const { enumerable, configurable, writable = true } = Object.getOwnPropertyDescriptor(value, key);
    // An accessor of the object's own would still be that of the original: LangChain's chunks have such.
    Object.defineProperty(made, key, { enumerable, configurable, writable, value: copy(value[key], seen) });
  }
  return made;
}

const isObject = (value) => typeof value === "object" && value !== null;
const lists = ["tool_calls", "content", "parts"];

/** What holds a message's members: the message, or what is in LangChain's envelopes around it. */
export const bodyOf = (message) => {
  if (!isObject(message)) return message;
  if (isObject(message.kwargs) && message.lc === 1) return message.kwargs;
  return isObject(message.data) && /^(human|ai|tool|system)$/.test(message.type) ? message.data : message;
};

/** The paths at which a call, a result, … of some format has something; the first that exists counts. */
const slots = {
  call: {
    id: ["call_id", "callId", "toolCallId", "functionCall.id", "function_call.id", "id"],
    name: ["function.name", "custom.name", "functionCall.name", "function_call.name", "toolName", "name"],
    args: [
      "function.arguments",
      "custom.input",
      "functionCall.args",
      "function_call.args",
      "function_call.arguments",
      "arguments",
      "input",
      "args",
      "action",
      "operation",
    ],
  },
  result: {
    id: [
      "tool_call_id",
      "tool_use_id",
      "call_id",
      "callId",
      "toolCallId",
      "functionResponse.id",
      "function_response.id",
      "id",
    ],
    name: ["functionResponse.name", "function_response.name", "toolName", "name"],
    output: ["output", "functionResponse.response", "function_response.response", "content", "state"],
  },
  text: { text: ["text", "value", "content"] },
  thinking: {
    text: ["text", "value", "thinking", "summary", "content"],
    signature: [
      "signature",
      "thoughtSignature",
      "thought_signature",
      "encrypted_content",
      "metadata",
      "providerOptions",
      "providerMetadata",
      "data",
      "id",
    ],
  },
};

const ofParent = (value, path) => path.split(".").reduce((at, key) => (isObject(at) ? at[key] : undefined), value);

/** Whether it can be written; LangChain's messages have a `text` that cannot. */
function isSettable(holder, key) {
  for (let owner = holder; owner; owner = Object.getPrototypeOf(owner)) {
    const property = Object.getOwnPropertyDescriptor(owner, key);
    if (property) return Boolean(property.writable ?? property.set);
  }
  return false;
}

/** The holder of what stands at a path, and its key there. */
const ends = (value, path) => {
  const keys = path.split(".");
  const key = keys.pop();
  return [keys.length > 0 ? ofParent(value, keys.join(".")) : value, key];
};

/** The path at which `value`, of this kind, has `what`. */
export const slot = (value, kind, what) =>
  slots[kind]?.[what]?.find(
    (path) => isSettable(...ends(value, path)) && (ofParent(value, path) ?? undefined) !== undefined,
  );

export const read = (value, path) => ofParent(value, path);

export function write(value, path, made) {
  const [holder, key] = ends(value, path);
  if (made === undefined) delete holder[key];
  else holder[key] = made;
}

const results =
  /^(tool_result|tool-result|function_call_result|(function|custom_tool|computer|shell|local_shell|apply_patch)_call_output|tool_search_output|computer_call_result|shell_call_output)$/;
const calls =
  /^(tool_use|tool-call|tool_call|(function|custom_tool|computer|shell|local_shell|apply_patch|tool_search)_call)$/;

/** call, result, text, thinking, or undefined. */
export function kindOf(value) {
  if (!isObject(value)) return undefined;
  const { type, kind, role } = value;
  // What a server searched for and found among tools is no call that needs a result.
  if (/^tool_search/.test(type) && !(value.call_id ?? value.callId)) return undefined;
  if (value.functionCall || value.function_call || calls.test(type) || kind === "toolCall") return "call";
  if (isObject(value.function) || isObject(value.custom)) return "call";
  if (isUiCall(value)) return "call";
  if (value.functionResponse || value.function_response || results.test(type) || kind === "toolResult") return "result";
  if (value.tool_call_id !== undefined || (role === "function" && !value.parts)) return "result";
  if (typeof value.callId === "string" && type === undefined) return "name" in value ? "call" : "result";
  if (/thinking|^reasoning$/.test(type) || kind === "thinking" || value.thought === true) return "thinking";
  if (/^Language\w+ThinkingPart$/.test(value.constructor?.name)) return "thinking";
  // LangChain's messages have a `text` that is computed, and throws where there are parts that are none.
  if ((Object.hasOwn(value, "text") && typeof value.text === "string") || kind === "text") return "text";
  if (typeof value.value === "string" && type === undefined) return "text";
  return typeof value.content === "string" && role !== undefined ? "text" : undefined;
}

/** A call of a UIMessage: its result is in the same part. */
export const isUiCall = ({ type, toolCallId, state }) =>
  typeof type === "string" && /^(tool-|dynamic-tool$)/.test(type) && toolCallId !== undefined && state !== undefined;

/** Every message and part: `{ kind, value, at: [message] | [message, list, index] }`. */
export function units(messages, wanted) {
  const found = messages.flatMap((message, index) => {
    const body = bodyOf(message);
    const parts = lists.flatMap((key) =>
      Array.isArray(body?.[key])
        ? body[key].map((value, at) => ({ kind: kindOf(value), value, at: [index, key, at] }))
        : [],
    );
    return [{ kind: kindOf(body), value: body, at: [index] }, ...parts];
  });
  return wanted ? found.filter(({ kind }) => kind === wanted) : found;
}

/** The list in which a unit stands: a message's, or that of the messages. */
export const listOf = (messages, [index, key]) => (key === undefined ? messages : bodyOf(messages[index])[key]);

const has = (message, wanted) => units([message], wanted).length > 0;
export const isUser = (message) => {
  const { role, type, id } = message;
  const human = type === "human" || (Array.isArray(id) && id.at(-1) === "HumanMessage");
  return (role === "user" || role === 1 || human) && !has(message, "result");
};

/** Takes a unit out, and the message that it leaves empty. */
export function remove(messages, at) {
  const [index, key] = at;
  const list = listOf(messages, at);
  const [value] = list.splice(at.at(-1), 1);
  if (key !== undefined && list.length === 0) {
    const body = bodyOf(messages[index]);
    if (key === "tool_calls" && (has(messages[index], "text") || body.content)) delete body[key];
    else messages.splice(index, 1);
  }
  return value;
}

/** A message like that of `unit` that holds `values` alone; of an item or message, the value itself. */
export function messagesOf(messages, [index, key], values) {
  // A message as a whole: its envelope goes with it.
  if (key === undefined) return [messages[index]];
  const message = copy(messages[index]);
  bodyOf(message)[key] = values;
  return [message];
}
