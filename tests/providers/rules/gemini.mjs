// Gemini: what POST /v1beta/models/<model>:generateContent refuses about `contents`.
//
// Sources used more than once:
//   [T] types of the `@google/genai` package and the REST reference (Content, Part, FunctionCall, FunctionResponse)
// The check takes the body and the model name of the URL: { ...body, model }.

import { turnRules } from "./gemini-turns.mjs";
import { asList, defineRules, first, firstViolation, isObject } from "./shared.mjs";

const DATA = [
  "text",
  "inlineData",
  "functionCall",
  "functionResponse",
  "fileData",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
];
const EXTRA = [
  "thought",
  "thoughtSignature",
  "partMetadata",
  "videoMetadata",
  "mediaResolution",
  "mediaProcessing",
  "speechMetadata",
];
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** JSON of a protobuf message may use either spelling. */
const has = (part, name) => name in part || snake(name) in part;
const KNOWN = new Set([...DATA, ...EXTRA].flatMap((name) => [name, snake(name)]));
// An empty string counts as "not set" (many reports of { text: "" }).
const isSet = (part, name) => has(part, name) && (part[name] ?? part[snake(name)]) !== "";

const contents = (body) => asList(body.contents);
const eachPart = (body, visit) =>
  first(contents(body), (content, i) =>
    first(asList(content?.parts), (part, j) => visit(isObject(part) ? part : {}, i, j)),
  );

const schemaRules = defineRules([
  {
    name: "contents-not-empty",
    says: "* GenerateContentRequest.contents: contents is not specified",
    source: "many reports",
    confidence: "reported",
    find: (body) => !contents(body).length && {},
  },
  {
    name: "part-fields-known",
    says: "Invalid JSON payload received. Unknown name \"{name}\" at 'contents[{i}].parts[{j}]': Cannot find field.",
    source: "the answer of Google’s JSON parser to any unknown field; fields: [T] Part",
    confidence: "reported",
    find: (body) =>
      eachPart(body, (part, i, j) => {
        const name = Object.keys(part).find((one) => !KNOWN.has(one));
        return name !== undefined && { name, i, j };
      }),
  },
  {
    name: "one-kind-of-data",
    says: "Invalid value at 'contents[{i}].parts[{j}]' (oneof), oneof field 'data' is already set. Cannot set '{name}'",
    source: "quoted by several clients that merged text and functionCall into one part",
    confidence: "reported",
    find: (body) =>
      eachPart(body, (part, i, j) => {
        const set = DATA.filter((name) => has(part, name));
        return set.length > 1 && { i, j, name: set[1] };
      }),
  },
  {
    name: "args-are-an-object",
    says: "Invalid value at 'contents[{i}].parts[{j}].function_call.args' (type.googleapis.com/google.protobuf.Struct), {got}",
    source: "the twin of function_response.response; [T] FunctionCall.args",
    confidence: "assumed",
    find: (body) =>
      eachPart(
        body,
        ({ functionCall: call }, i, j) =>
          call?.args !== undefined && !isObject(call.args) && { i, j, got: JSON.stringify(call.args) },
      ),
  },
  {
    name: "response-is-an-object",
    says: "Invalid value at 'contents[{i}].parts[{j}].function_response.response' (type.googleapis.com/google.protobuf.Struct), {got}",
    source: "quoted in public with string and array responses",
    confidence: "reported",
    find: (body) =>
      eachPart(
        body,
        ({ functionResponse: answer }, i, j) =>
          answer?.response !== undefined &&
          !isObject(answer.response) && { i, j, got: JSON.stringify(answer.response) },
      ),
  },
  {
    name: "role-known",
    says: "Please use a valid role: user, model.",
    source: 'many reports; "function" is the role of results in older documentation and still taken',
    confidence: "reported",
    find: (body) => first(contents(body), ({ role }) => !["user", "model", "function", undefined].includes(role) && {}),
  },
  {
    name: "parts-not-empty",
    says: "* GenerateContentRequest.contents[{i}].parts: contents.parts must not be empty.",
    source: "many reports",
    confidence: "reported",
    find: (body) => first(contents(body), ({ parts }, i) => !asList(parts).length && { i }),
  },
  {
    name: "part-has-data",
    says: "* GenerateContentRequest.contents[{i}].parts[{j}].data: required oneof field 'data' must have one initialized field",
    source: 'many reports; { text: "" } counts as no data',
    confidence: "reported",
    find: (body) => eachPart(body, (part, i, j) => !DATA.some((name) => isSet(part, name)) && { i, j }),
  },
  {
    name: "call-name-not-empty",
    says: "* GenerateContentRequest.contents[{i}].parts[{j}].function_call.name: Name cannot be empty.",
    source: "the twin of function_response.name",
    confidence: "assumed",
    find: (body) => eachPart(body, ({ functionCall: call }, i, j) => call && !call.name && { i, j }),
  },
  {
    name: "response-name-not-empty",
    says: "* GenerateContentRequest.contents[{i}].parts[{j}].function_response.name: Name cannot be empty.",
    source: "many reports, e.g. langflow, ollama",
    confidence: "reported",
    find: (body) => eachPart(body, ({ functionResponse: answer }, i, j) => answer && !answer.name && { i, j }),
  },
  {
    name: "response-present",
    says: "* GenerateContentRequest.contents[{i}].parts[{j}].function_response.response: required field is missing",
    source: "[T] FunctionResponse.response is required; the sentence is not known",
    confidence: "assumed",
    find: (body) =>
      eachPart(body, ({ functionResponse: answer }, i, j) => answer && answer.response === undefined && { i, j }),
  },
]);

// Google's parser refuses what it cannot read before anything is judged; then parts, then turns.
export const rules = [...schemaRules, ...turnRules];

export function check(body) {
  const violation = firstViolation(rules, body);
  return (
    violation && {
      rule: violation.rule,
      status: 400,
      body: { error: { code: 400, message: violation.message, status: "INVALID_ARGUMENT" } },
    }
  );
}
