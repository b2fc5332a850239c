// OpenAI Responses: what POST /v1/responses refuses about `input`. Here: the fields of calls and outputs, and ids.
//
// Sources used more than once:
//   [M] a public proxy's conformance tests of the real API, measured 2026-08-30 (message, param, code)
//   [T] types of the `openai` package, resources/responses
import { CALLS, eachItem as each, ID_PREFIXES, OUTPUTS } from "./openai-responses-items.mjs";
import { messageRules } from "./openai-responses-messages.mjs";
import { pairingRules } from "./openai-responses-pairing.mjs";
import { asList, defineRules, first, firstViolation, openaiError, quoted, required, wrongType } from "./shared.mjs";

const isCallOrOutput = (type) => type in CALLS || type in OUTPUTS;
const TEXT_OUTPUTS = ["function_call_output", "custom_tool_call_output"];
const OUTPUT_PARTS = ["input_text", "input_image", "input_file"];

const callRules = defineRules([
  {
    name: "call-id-present",
    says: "Missing required parameter: '{param}'.",
    source:
      "quoted in public: Missing required parameter: input[1].call_id. A local shell output names its call in id [T]",
    confidence: "reported",
    find: (body) =>
      each(body, (item, type, i) => {
        if (!isCallOrOutput(type) || type.startsWith("tool_search")) return undefined;
        const key = type === "local_shell_call_output" && item.call_id == null ? "id" : "call_id";
        return item[key] == null && required(`input[${i}].${key}`);
      }),
  },
  {
    name: "call-id-not-empty",
    says: "Invalid '{param}': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    source: "openclaw and others: input[66].call_id",
    confidence: "reported",
    find: (body) =>
      each(body, ({ call_id: id }, type, i) => {
        const param = `input[${i}].call_id`;
        return isCallOrOutput(type) && id === "" && { param, at: { param, code: "empty_string" } };
      }),
  },
  {
    name: "call-id-length",
    says: "Invalid '{param}': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    source: "openclaw/openclaw#10640: input[180].call_id, length 67",
    confidence: "reported",
    find: (body) =>
      each(body, ({ call_id: id }, type, i) => {
        const param = `input[${i}].call_id`;
        return (
          isCallOrOutput(type) &&
          id?.length > 64 && { param, length: id.length, at: { param, code: "string_above_max_length" } }
        );
      }),
  },
  {
    name: "call-name-not-empty",
    says: "Invalid '{param}': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    source: "quoted in public: input[4].name",
    confidence: "reported",
    find: (body) =>
      each(body, ({ name }, type, i) => {
        const param = `input[${i}].name`;
        return named(type) && name === "" && { param, at: { param, code: "empty_string" } };
      }),
  },
  {
    name: "call-name-length",
    says: "Invalid '{param}': string too long. Expected a string with maximum length 128, but got a string with length {length} instead.",
    source: "quoted in public: input[565].name, length 316",
    confidence: "reported",
    find: (body) =>
      each(body, ({ name }, type, i) => {
        const param = `input[${i}].name`;
        return (
          named(type) &&
          name?.length > 128 && { param, length: name.length, at: { param, code: "string_above_max_length" } }
        );
      }),
  },
  {
    name: "call-fields-present",
    says: "Missing required parameter: '{param}'.",
    source: "[T]; quoted in public for output, name and summary",
    confidence: "reported",
    find: (body) =>
      each(body, (item, type, i) => {
        const wanted = {
          function_call: ["name", "arguments"],
          custom_tool_call: ["name", "input"],
          reasoning: ["summary"],
        }[type];
        const fields = wanted ?? (type in OUTPUTS && !/patch|tool_search/.test(type) ? ["output"] : []);
        return first(fields, (field) => item[field] === undefined && required(`input[${i}].${field}`));
      }),
  },
  {
    name: "arguments-are-a-string",
    says: "Invalid type for '{param}': expected a string, but got {got} instead.",
    source: "[T]; the sentence of every wrong string field [M]",
    confidence: "documented",
    find: (body) =>
      each(body, (item, type, i) => {
        const field = { function_call: "arguments", custom_tool_call: "input" }[type];
        return field && typeof item[field] !== "string" && wrongType(`input[${i}].${field}`, item[field]);
      }),
  },
  {
    name: "output-type",
    says: "Invalid type for '{param}': expected one of a string or array of objects, but got {got} instead.",
    source: "quoted in public: input[0].output … but got an object instead",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        ({ output }, type, i) =>
          TEXT_OUTPUTS.includes(type) &&
          typeof output !== "string" &&
          !Array.isArray(output) &&
          wrongType(`input[${i}].output`, output),
      ),
  },
  {
    name: "output-part-type",
    says: `Invalid value: '{type}'. Supported values are: ${quoted(OUTPUT_PARTS)}.`,
    source: "BerriAI/litellm, test of tool results sent as output_text",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        ({ output }, type, i) =>
          TEXT_OUTPUTS.includes(type) &&
          first(
            asList(output),
            (part, j) =>
              !OUTPUT_PARTS.includes(part?.type) && {
                type: part?.type,
                at: { param: `input[${i}].output[${j}]`, code: "invalid_value" },
              },
          ),
      ),
  },
  {
    name: "id-characters",
    says: "Invalid '{param}': '{id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    source: "anomalyco/opencode#25065, langchain-ai/langchainjs#11044 (the empty string counts)",
    confidence: "reported",
    find: (body) =>
      each(body, ({ id }, _type, i) => {
        const param = `input[${i}].id`;
        return id != null && !/^[a-zA-Z0-9_-]+$/.test(id) && { param, id, at: { param, code: "invalid_value" } };
      }),
  },
  {
    name: "id-prefix",
    says: "Invalid '{param}': '{id}'. Expected an ID that begins with '{prefix}'.",
    source: "openai/codex#33176, continuedev/continue#11494, mastra-ai/mastra#10815, UKGovernmentBEIS/inspect_ai#1545",
    confidence: "reported",
    find: (body) =>
      each(body, ({ id }, type, i) => {
        const param = `input[${i}].id`;
        const prefix = ID_PREFIXES[type];
        return (
          id != null && prefix && !id.startsWith(prefix) && { param, id, prefix, at: { param, code: "invalid_value" } }
        );
      }),
  },
]);

function named(type) {
  return type === "function_call" || type === "custom_tool_call";
}

// The schema phase comes before the walk over the conversation [M, "order" rows].
export const rules = [...messageRules, ...callRules, ...pairingRules];

export function check(body) {
  const violation = firstViolation(rules, body);
  return violation && { rule: violation.rule, ...openaiError(violation) };
}
