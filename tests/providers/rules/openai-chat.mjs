// OpenAI Chat Completions: what POST /v1/chat/completions refuses about `messages`.
//
// Sources used more than once:
//   [M] a public proxy's conformance tests of the real API, measured 2026-08-30/31 (message, param, code)
//   [T] types of the `openai` package, resources/chat/completions

import { pairingRules } from "./openai-chat-pairing.mjs";
import {
  asList,
  defineRules,
  first,
  firstViolation,
  isObject,
  openaiError,
  quoted,
  required,
  wrongType,
} from "./shared.mjs";

const ROLES = ["system", "assistant", "user", "function", "tool", "developer"];
const PARTS = ["text", "image_url", "input_audio", "refusal", "audio", "file"];
const ROLE_PARTS = {
  system: ["text"],
  developer: ["text"],
  tool: ["text"],
  assistant: ["text", "refusal"],
  user: ["text", "image_url", "input_audio", "file"],
};

const messages = (body) => asList(body.messages);
const each = (body, visit) => first(messages(body), (message, i) => visit(isObject(message) ? message : {}, i));
const eachPart = (body, visit) =>
  each(body, (message, i) => first(asList(message.content), (part, j) => visit(part, message, i, j)));
const eachCall = (body, visit) =>
  each(body, (message, i) => first(asList(message.tool_calls), (call, j) => visit(call ?? {}, i, j)));
/** function.name / custom.name with the path OpenAI gives it */
const nameOf = (call) =>
  call.type === "custom" ? ["custom.name", call.custom?.name] : ["function.name", call.function?.name];

const schemaRules = defineRules([
  {
    name: "messages-not-empty",
    says: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    source: "[M]",
    confidence: "reported",
    find: (body) => (messages(body).length ? undefined : { at: { param: "messages", code: "empty_array" } }),
  },
  {
    name: "role-present",
    says: "Missing required parameter: '{param}'.",
    source: "[M]",
    confidence: "reported",
    find: (body) => each(body, ({ role }, i) => role === undefined && required(`messages[${i}].role`)),
  },
  {
    name: "role-known",
    says: `Invalid value: '{role}'. Supported values are: ${quoted(ROLES)}.`,
    source: "[M]",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        ({ role }, i) => !ROLES.includes(role) && { role, at: { param: `messages[${i}].role`, code: "invalid_value" } },
      ),
  },
  {
    name: "content-type",
    says: "Invalid type for '{param}': expected one of a string or array of objects, but got {got} instead.",
    source: "[M]; null is judged later, by its own rule, except for the role developer",
    confidence: "reported",
    find: (body) =>
      each(body, ({ role, content }, i) => {
        const bad =
          content === null
            ? role === "developer"
            : content !== undefined && typeof content !== "string" && !Array.isArray(content);
        return bad && wrongType(`messages[${i}].content`, content);
      }),
  },
  {
    name: "part-type-known",
    says: `Invalid value: '{type}'. Supported values are: ${quoted(PARTS)}.`,
    source: "[T] ChatCompletionContentPart; the same sentence as for other enums [M]",
    confidence: "documented",
    find: (body) =>
      eachPart(
        body,
        (part, _message, i, j) =>
          !PARTS.includes(part?.type) && {
            type: part?.type,
            at: { param: `messages[${i}].content[${j}].type`, code: "invalid_value" },
          },
      ),
  },
  {
    name: "images-only-from-user",
    says: "Invalid 'messages[{i}]'. Image URLs are only allowed for messages with role 'user', but this message with role '{role}' contains an image URL.",
    source: "strands-agents/sdk-python#320",
    confidence: "reported",
    find: (body) =>
      eachPart(
        body,
        (part, { role }, i) =>
          part.type === "image_url" &&
          role !== "user" && { i, role, at: { param: `messages[${i}]`, code: "invalid_value" } },
      ),
  },
  {
    name: "part-type-of-role",
    says: "Invalid value: '{type}'. Supported values are: {kinds}.",
    source: "[T] the content types of each role",
    confidence: "documented",
    find: (body) =>
      eachPart(body, (part, { role }, i, j) => {
        const kinds = ROLE_PARTS[role];
        return (
          kinds &&
          !kinds.includes(part.type) && {
            type: part.type,
            kinds: quoted(kinds),
            at: { param: `messages[${i}].content[${j}].type`, code: "invalid_value" },
          }
        );
      }),
  },
  {
    name: "tool-calls-type",
    says: "Invalid type for '{param}': expected an array of objects, but got {got} instead.",
    source: "[M]; null counts as absent",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        ({ tool_calls: calls }, i) =>
          calls != null && !Array.isArray(calls) && wrongType(`messages[${i}].tool_calls`, calls),
      ),
  },
  {
    name: "tool-calls-not-empty",
    says: "Invalid '{param}': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    source: "[M]; also beside content",
    confidence: "reported",
    find: (body) =>
      each(body, ({ tool_calls: calls }, i) => {
        const param = `messages[${i}].tool_calls`;
        return Array.isArray(calls) && !calls.length && { param, at: { param, code: "empty_array" } };
      }),
  },
  {
    name: "call-id-present",
    says: "Missing required parameter: '{param}'.",
    source: "Missing required parameter: messages[3].tool_calls[0].id, quoted in public logs of 2026",
    confidence: "reported",
    find: (body) => eachCall(body, (call, i, j) => call.id == null && required(`messages[${i}].tool_calls[${j}].id`)),
  },
  {
    name: "call-type-known",
    says: "Invalid value: '{type}'. Supported values are: 'function' and 'custom'.",
    source: "[T] ChatCompletionMessageToolCall",
    confidence: "documented",
    find: (body) =>
      eachCall(
        body,
        ({ type }, i, j) =>
          type !== "function" &&
          type !== "custom" && { type, at: { param: `messages[${i}].tool_calls[${j}].type`, code: "invalid_value" } },
      ),
  },
  {
    name: "call-name-present",
    says: "Missing required parameter: '{param}'.",
    source: "[M] for tools[0].function.name; [T]",
    confidence: "documented",
    find: (body) =>
      eachCall(body, (call, i, j) => {
        const [path, name] = nameOf(call);
        return name == null && required(`messages[${i}].tool_calls[${j}].${path}`);
      }),
  },
  {
    name: "call-name-pattern",
    says: "Invalid '{param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    source: "many reports, for tools[] and for messages[]: MCP names with dots or colons",
    confidence: "reported",
    find: (body) =>
      eachCall(body, (call, i, j) => {
        const [path, name] = nameOf(call);
        const param = `messages[${i}].tool_calls[${j}].${path}`;
        return !/^[a-zA-Z0-9_-]+$/.test(name) && { param, at: { param, code: "invalid_value" } };
      }),
  },
  {
    name: "call-name-length",
    says: "Invalid '{param}': string too long. Expected a string with maximum length 128, but got a string with length {length} instead.",
    source:
      "measured in public 2026-10-01 with gpt-4o-mini for tools[]: 65 and 128 accepted, 256 refused; until then 64, also for messages[]",
    confidence: "reported",
    find: (body) =>
      eachCall(body, (call, i, j) => {
        const [path, name] = nameOf(call);
        return tooLong(`messages[${i}].tool_calls[${j}].${path}`, name, 128);
      }),
  },
  {
    name: "arguments-are-a-string",
    says: "Invalid type for '{param}': expected a string, but got {got} instead.",
    source: "quoted in public: messages[2].tool_calls[0].function.arguments … but got an object instead",
    confidence: "reported",
    find: (body) =>
      eachCall(body, (call, i, j) => {
        const [path, value] =
          call.type === "custom"
            ? ["custom.input", call.custom?.input]
            : ["function.arguments", call.function?.arguments];
        return typeof value !== "string" && wrongType(`messages[${i}].tool_calls[${j}].${path}`, value);
      }),
  },
  {
    name: "id-length",
    says: "Invalid '{param}': string too long. Expected a string with maximum length 40, but got a string with length {length} instead.",
    source: "firebase/genkit (Go, compat_oai), openclaw/openclaw#10640",
    confidence: "reported",
    find: (body) =>
      eachCall(body, (call, i, j) => tooLong(`messages[${i}].tool_calls[${j}].id`, call.id, 40)) ??
      each(
        body,
        (message, i) => message.role === "tool" && tooLong(`messages[${i}].tool_call_id`, message.tool_call_id, 40),
      ),
  },
]);

function tooLong(param, value, most) {
  return (
    typeof value === "string" &&
    value.length > most && { param, length: value.length, at: { param, code: "string_above_max_length" } }
  );
}

// The schema comes first, over all messages; then the conversation is walked [M, "order" rows].
export const rules = [...schemaRules, ...pairingRules];

export function check(body) {
  const violation = firstViolation(rules, body);
  return violation && { rule: violation.rule, ...openaiError(violation) };
}
