// OpenAI Chat Completions: the rules about calls and their answers, checked after the schema.
//
// An assistant message with tool_calls opens a run: the tool messages that follow it directly. The run ends at
// the first message of any other role or at the end of the list, and must then have answered every call.
import { asList, defineRules, first } from "./shared.mjs";

const has = (value) => value !== undefined && value !== null;
const callIds = (message) => asList(message?.tool_calls).map(({ id }) => id);

/** Every tool message with the assistant message its run belongs to (undefined: none). */
function* answers(messages) {
  let caller;
  for (const [i, message] of messages.entries()) {
    if (message.role === "tool") yield { i, message, caller };
    else caller = message.role === "assistant" && callIds(message).length ? message : undefined;
  }
}

const eachAnswer = (body, visit) => first([...answers(asList(body.messages))], visit);

export const pairingRules = defineRules([
  {
    name: "content-required",
    says: "Invalid value for 'content': expected a string, got null.",
    source:
      'measured 2026-08-31: null or absent is refused for every role; tool_calls, function_call, refusal and audio stand in for it on the assistant only; "" and [] are content',
    confidence: "reported",
    find: (body) =>
      first(asList(body.messages), (message, i) => {
        const standsIn = ["tool_calls", "function_call", "refusal", "audio"].some((key) => has(message[key]));
        const needed = message.role !== "assistant" || !standsIn;
        return needed && !has(message.content) && { at: { param: `messages.[${i}].content` } };
      }),
  },
  {
    name: "tool-call-id-present",
    says: "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    source: "quoted in public with param messages.[3].tool_call_id, code null",
    confidence: "reported",
    find: (body) =>
      first(
        asList(body.messages),
        ({ role, tool_call_id: id }, i) => role === "tool" && !id && { at: { param: `messages.[${i}].tool_call_id` } },
      ),
  },
  {
    name: "function-name-present",
    says: "Missing parameter 'name': messages with role 'function' must have a 'name'.",
    source: "quoted in public with param messages.[0].name, code null",
    confidence: "reported",
    find: (body) =>
      first(
        asList(body.messages),
        ({ role, name }, i) => role === "function" && !name && { at: { param: `messages.[${i}].name` } },
      ),
  },
  {
    name: "tool-message-needs-a-call",
    says: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    source: "many reports (the spelling is OpenAI’s), e.g. JetBrains/koog",
    confidence: "reported",
    find: (body) => eachAnswer(body, ({ i, caller }) => !caller && { at: { param: `messages.[${i}].role` } }),
  },
  {
    name: "call-ids-unique",
    says: "Invalid parameter: Duplicate value for 'tool_call_id' of '{id}' in message[{i}]",
    source:
      "compatible servers word it so for one assistant message with the same id twice; OpenAI’s own answer is not known",
    confidence: "assumed",
    find: (body) =>
      first(asList(body.messages), (message, i) => {
        const ids = callIds(message);
        const id = ids.find((one, j) => ids.indexOf(one) !== j);
        return id !== undefined && { id, i, at: { param: `messages.[${i}].tool_calls` } };
      }),
  },
  {
    name: "tool-call-id-known",
    says: "Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message.",
    source: "cline/cline (openai-format), firebase/genkit",
    confidence: "reported",
    find: (body) =>
      eachAnswer(body, ({ i, message, caller }) => {
        const id = message.tool_call_id;
        return caller && !callIds(caller).includes(id) && { id, at: { param: `messages.[${i}].tool_call_id` } };
      }),
  },
  {
    name: "one-answer-per-call",
    says: "Invalid parameter: Duplicate value for 'tool_call_id' of '{id}', in messages[{one}] and messages[{two}].",
    source: "agno-agi/agno#5116, anomalyco/opencode#1211",
    confidence: "reported",
    find: (body) => {
      const seen = new Map();
      return eachAnswer(body, ({ i, message, caller }) => {
        if (!seen.has(caller)) seen.set(caller, new Map());
        const run = seen.get(caller);
        const id = message.tool_call_id;
        if (run.has(id)) return { id, one: run.get(id), two: i, at: { param: `messages.[${i}].tool_call_id` } };
        run.set(id, i);
        return undefined;
      });
    },
  },
  {
    name: "every-call-answered",
    says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
    source: "BerriAI/litellm#10083, agno-agi/agno#3105; also when the call is the last message",
    confidence: "reported",
    find: (body) => {
      const messages = asList(body.messages);
      const answered = new Map();
      for (const { message, caller } of answers(messages)) {
        answered.set(caller, [...(answered.get(caller) ?? []), message.tool_call_id]);
      }
      return first(messages, (message, i) => {
        if (message.role !== "assistant") return undefined;
        const missing = callIds(message).filter((id) => !answered.get(message)?.includes(id));
        return missing.length > 0 && { ids: missing.join(", "), at: { param: `messages.[${i + 1}].role` } };
      });
    },
  },
]);
