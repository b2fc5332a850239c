// OpenAI Responses: item types, roles and content parts.
//
//   [M] a public proxy's conformance tests of the real API, measured 2026-08-30 (message, param, code)
import { eachItem as each, ITEM_TYPES, PART_TYPES } from "./openai-responses-items.mjs";
import { asList, defineRules, first, quoted, required, wrongType } from "./shared.mjs";

const eachPart = (body, visit) =>
  each(
    body,
    (item, type, i) =>
      type === "message" && first(asList(item.content), (part, j) => visit(part ?? {}, item.role, i, j)),
  );

export const messageRules = defineRules([
  {
    name: "item-type-known",
    says: `Invalid value: '{type}'. Supported values are: ${quoted(ITEM_TYPES)}.`,
    source: "[M]",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        (_item, type, i) => !ITEM_TYPES.includes(type) && { type, at: { param: `input[${i}]`, code: "invalid_value" } },
      ),
  },
  {
    name: "role-known",
    says: "Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    source: "[M]",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        ({ role }, type, i) =>
          type === "message" &&
          !["assistant", "system", "developer", "user"].includes(role) && {
            role: role ?? "",
            at: { param: `input[${i}]`, code: "invalid_value" },
          },
      ),
  },
  {
    name: "content-present",
    says: "Missing required parameter: '{param}'.",
    source: "[M]",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        ({ content }, type, i) => type === "message" && content === undefined && required(`input[${i}].content`),
      ),
  },
  {
    name: "content-type",
    says: "Invalid type for '{param}': expected one of an array of objects or string, but got {got} instead.",
    source: "quoted in public threads: input[4].content … but got null instead",
    confidence: "reported",
    find: (body) =>
      each(
        body,
        ({ content }, type, i) =>
          type === "message" &&
          typeof content !== "string" &&
          !Array.isArray(content) &&
          wrongType(`input[${i}].content`, content),
      ),
  },
  {
    name: "part-type-known",
    says: `Invalid value: '{type}'. Supported values are: ${quoted(PART_TYPES)}.`,
    source: "[M]",
    confidence: "reported",
    find: (body) =>
      eachPart(
        body,
        ({ type }, _role, i, j) =>
          !PART_TYPES.includes(type) && {
            type,
            at: { param: `input[${i}].content[${j}].type`, code: "invalid_value" },
          },
      ),
  },
  {
    name: "assistant-part-type",
    says: "Invalid value: '{type}'. Supported values are: 'output_text' and 'refusal'.",
    source: "quoted in many public threads, param input[2].content[0]",
    confidence: "reported",
    find: (body) =>
      eachPart(
        body,
        ({ type }, role, i, j) =>
          role === "assistant" &&
          !["output_text", "refusal"].includes(type) && {
            type,
            at: { param: `input[${i}].content[${j}]`, code: "invalid_value" },
          },
      ),
  },
  {
    name: "input-part-type",
    says: "Invalid value: '{type}'. Supported values are: 'input_text', 'input_image', 'input_file', 'scoped_content', and 'input_audio'.",
    source: "[M]",
    confidence: "reported",
    find: (body) =>
      eachPart(
        body,
        ({ type }, role, i, j) =>
          role !== "assistant" &&
          !/^input_|^scoped_content$/.test(type) && {
            type,
            at: { param: `input[${i}].content[${j}]`, code: "invalid_value" },
          },
      ),
  },
]);
