// OpenAI Responses: the rules about calls, outputs, reasoning and stored items.
//
// Unlike Chat Completions, an output need not stand directly behind its call: anywhere later will do.
// Calls may also be known to the server from an earlier response (previous_response_id, conversation,
// item_reference); then a missing call cannot be seen in the request.

import { answersTo, CALLS, isModelMade, OUTPUTS, typeOf } from "./openai-responses-items.mjs";
import { asList, defineRules, first } from "./shared.mjs";

const at = { param: "input" };
const items = (body) => asList(body.input);
const serverRemembers = (body) => body.previous_response_id != null || body.conversation != null;
const key = (type, id) => `${type} ${id}`;

export const pairingRules = defineRules([
  {
    name: "item-ids-unique",
    says: "Duplicate item found with id {id}. Remove duplicate items from your input and try again.",
    source: "vercel/ai#7883, earendil-works/pi#5151",
    confidence: "reported",
    find(body) {
      const seen = new Set();
      return first(items(body), (item) => {
        const id = typeOf(item) === "local_shell_call_output" ? undefined : item.id;
        if (id == null) return undefined;
        if (seen.has(id)) return { id, at };
        seen.add(id);
        return undefined;
      });
    },
  },
  {
    name: "stored-item-exists",
    says: "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    source: "router-for-me/CLIProxyAPI, NousResearch/hermes-agent#10217; encrypted reasoning needs no stored twin",
    confidence: "reported",
    find: (body) =>
      body.store === false &&
      first(items(body), (item) => {
        const type = typeOf(item);
        const stored =
          type === "item_reference" ||
          (type === "reasoning" && item.id != null && typeof item.encrypted_content !== "string");
        return stored && { id: item.id, at: { ...at, status: 404 } };
      }),
  },
  {
    name: "reasoning-is-followed",
    says: "Item '{id}' of type 'reasoning' was provided without its required following item.",
    source:
      "openai-agents-python docs (reasoning_item_id_policy), openclaw#19121; what follows must be the model’s own: another reasoning item, a message or a call",
    confidence: "reported",
    find: (body) =>
      first(items(body), (item, i) => {
        if (typeOf(item) !== "reasoning" || item.id == null) return undefined;
        const next = items(body)
          .slice(i + 1)
          .find((other) => typeOf(other) !== "reasoning");
        return (!next || !isModelMade(next)) && { id: item.id, at };
      }),
  },
  {
    name: "output-has-a-call",
    says: "No tool call found for {kind} output with call_id {id}.",
    source:
      "openai/codex and others (function call, custom tool call); the input is read in order, so the call must come first",
    confidence: "reported",
    find(body) {
      if (serverRemembers(body)) return undefined;
      const open = new Set();
      let references = 0;
      return first(items(body), (item) => {
        const type = typeOf(item);
        if (type === "item_reference") references += 1;
        if (type in CALLS) open.add(key(type, item.call_id));
        const output = OUTPUTS[type];
        if (!output || answersTo(item) == null) return undefined;
        // One output for one call: a second one finds no call any more.
        if (open.delete(key(output.call, answersTo(item)))) return undefined;
        // The call may be what an item_reference stands for.
        references -= 1;
        return references < 0 && { kind: output.says, id: answersTo(item), at };
      });
    },
  },
  {
    name: "call-ids-unique",
    says: "Duplicate 'call_id': {id}.",
    source: "wording of compatible servers; the pairing by call_id makes a second call with the same id unanswerable",
    confidence: "assumed",
    find(body) {
      const seen = new Set();
      return first(items(body), (item) => {
        if (!(typeOf(item) in CALLS) || item.call_id == null) return undefined;
        if (seen.has(item.call_id)) return { id: item.call_id, at };
        seen.add(item.call_id);
        return undefined;
      });
    },
  },
  {
    name: "call-has-an-output",
    says: "No tool output found for {kind} {id}.",
    source:
      "anomalyco/opencode#16717 (function call), openai/codex logs (local shell), public proxies (custom tool, apply patch, tool search)",
    confidence: "reported",
    find(body) {
      const answered = new Set(
        items(body)
          .filter((item) => typeOf(item) in OUTPUTS)
          .map((item) => key(OUTPUTS[typeOf(item)].call, answersTo(item))),
      );
      return first(items(body), (item) => {
        const type = typeOf(item);
        const call = CALLS[type];
        // A call the model made as asynchronous may be answered in a later request.
        if (!call || call.awaits?.(item) === false || item.async === true) return undefined;
        return !answered.has(key(type, item.call_id)) && { kind: call.says, id: item.call_id, at };
      });
    },
  },
  {
    name: "approval-has-a-request",
    says: "No approval request found with id '{id}'.",
    source: "types of the openai package (approval_request_id); the wording is not known",
    confidence: "assumed",
    find(body) {
      if (serverRemembers(body) || items(body).some((item) => typeOf(item) === "item_reference")) return undefined;
      const requests = new Set(
        items(body)
          .filter((item) => typeOf(item) === "mcp_approval_request")
          .map(({ id }) => id),
      );
      return first(
        items(body),
        (item) =>
          typeOf(item) === "mcp_approval_response" &&
          !requests.has(item.approval_request_id) && { id: item.approval_request_id, at },
      );
    },
  },
]);
