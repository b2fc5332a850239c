// Gemini: the rules about function call turns and function response turns.
//
// A turn is one content. Responses to one call turn must all stand in the one content behind it: split over two
// contents they are refused (anomalyco/opencode#43814, NousResearch/hermes-agent#55125).
// Vertex AI refuses a content that holds other parts beside responses (anomalyco/opencode#43479); the Gemini API,
// which is meant here, takes it.
// Two contents of the same role with text are accepted; "Please ensure that multiturn requests alternate between
// user and model." was the answer of gemini-pro 1.0 and is not enforced here.
import { asList, defineRules, first } from "./shared.mjs";

/** Gemini 3 and later demand more. */
const isGemini3 = (body) => /^(models\/)?gemini-([3-9]|\d\d)/.test(body.model ?? "");

const contents = (body) => asList(body.contents);
const callsOf = (content) => asList(content?.parts).filter((part) => part?.functionCall);
const responsesOf = (content) => asList(content?.parts).filter((part) => part?.functionResponse);
const eachContent = (body, visit) => first(contents(body), (content, i) => visit(content, i, contents(body)));

/** Where the current turn begins: behind the last user content that is no mere function response. */
function currentTurn(body) {
  const all = contents(body);
  return (
    all.findLastIndex(
      (content) => content.role !== "model" && asList(content.parts).some((part) => !part?.functionResponse),
    ) + 1
  );
}

/** Names or, where both sides have them, ids: sorted, to compare as sets that may repeat. */
function keysOf(parts, field) {
  return parts
    .map((part) => part[field].name)
    .sort()
    .join("\n");
}

export const turnRules = defineRules([
  {
    name: "call-after-user-or-response",
    says: "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    source:
      "google-gemini/gemini-cli#11814 (history beginning with a call), lobehub/lobehub#10049 (model content before a call)",
    confidence: "reported",
    find: (body) =>
      eachContent(body, (content, i, all) => {
        if (!callsOf(content).length) return undefined;
        const before = all[i - 1];
        return (!before || before.role === "model") && {};
      }),
  },
  {
    name: "response-after-call",
    says: "Please ensure that function response turn comes immediately after a function call turn.",
    source: "langchain-ai/langchain#27799, BerriAI/litellm#26755; a call followed by something else is answered so too",
    confidence: "reported",
    find: (body) =>
      eachContent(body, (content, i, all) => {
        if (responsesOf(content).length) return !callsOf(all[i - 1]).length && {};
        return callsOf(all[i - 1]).length > 0 && {};
      }),
  },
  {
    name: "as-many-responses-as-calls",
    says: "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    source: "run-llama/llama_index and many others",
    confidence: "reported",
    find: (body) =>
      eachContent(body, (content, i, all) => {
        const responses = responsesOf(content).length;
        return responses > 0 && responses !== callsOf(all[i - 1]).length && {};
      }),
  },
  {
    name: "last-call-answered",
    says: "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    source:
      "before Gemini 3: a request that ends on a function call asks the model to answer its own call; the exact answer is not known",
    confidence: "assumed",
    find: (body) => !isGemini3(body) && callsOf(contents(body).at(-1)).length > 0 && {},
  },
  {
    name: "responses-match-calls",
    says: "Please ensure that the function response names match the function call names of the previous turn.",
    source: 'types of @google/genai: name and id of a response "match" those of the call; the sentence is not known',
    confidence: "assumed",
    find: (body) =>
      eachContent(body, (content, i, all) => {
        const responses = responsesOf(content);
        if (!responses.length) return undefined;
        const calls = callsOf(all[i - 1]);
        const ids = calls.map(({ functionCall }) => functionCall.id).filter(Boolean);
        const strange = responses.some(({ functionResponse: { id } }) => id && ids.length > 0 && !ids.includes(id));
        return (strange || keysOf(calls, "functionCall") !== keysOf(responses, "functionResponse")) && {};
      }),
  },
  {
    name: "thought-signature-of-first-call",
    says: "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
    source:
      'documentation "Thought signatures": Gemini 3, first functionCall of every step of the current turn; text of nanbingxyz/5ire#405',
    confidence: "documented",
    find(body) {
      if (!isGemini3(body)) return undefined;
      const start = currentTurn(body);
      return eachContent(body, (content, i) => {
        const call = i >= start ? callsOf(content)[0] : undefined;
        const signed = call?.thoughtSignature ?? call?.thought_signature;
        return call && !signed && { name: call.functionCall.name, position: i + 1 };
      });
    },
  },
  {
    name: "ends-on-user-turn",
    says: "Requests ending with a model turn are not supported",
    source:
      "reports of 2026 with Gemini 3 models, e.g. anomalyco/opencode#47034, crewAIInc/crewAI#6973; older models go on writing",
    confidence: "reported",
    find: (body) => isGemini3(body) && contents(body).at(-1)?.role === "model" && {},
  },
]);
