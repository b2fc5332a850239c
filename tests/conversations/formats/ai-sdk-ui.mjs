// UIMessages of the AI SDK: a message of the model holds all steps of a turn, and a call is one part with its result.
import { dice } from "../dice.mjs";
import { dataUrl, defined, resultText } from "./shared.mjs";

const textPart = (text, die) => defined({ type: "text", text, state: die.pick("state", [undefined, "done"]) });

function user({ text, media, roll }, id) {
  const die = dice(roll);
  const parts = [textPart(text, die)];
  if (media)
    parts.push(defined({ type: "file", mediaType: media.mediaType, url: dataUrl(media), filename: media.name }));
  if (die.chance("data", 8)) parts.push({ type: "data-context", id: "d1", data: { file: "a.ts" } });
  return defined({ id, role: "user", parts, metadata: die.chance("metadata", 4) ? { createdAt: 1 } : undefined });
}

function reasoning({ text, signature, redacted, roll }) {
  const die = dice(roll);
  const providerMetadata = { anthropic: redacted ? { redactedData: signature } : { signature } };
  return defined({
    type: "reasoning",
    text: redacted ? "" : text,
    state: die.pick("state", [undefined, "done"]),
    providerMetadata: redacted || die.chance("metadata", 2) ? providerMetadata : undefined,
  });
}

/** A tool may be known (its name is in `type`) or not. */
const kind = (name, die) =>
  die.chance("dynamic", 4) ? { type: "dynamic-tool", toolName: name } : { type: `tool-${name}` };

function open({ args }, die, approval) {
  return die.pick("open", [
    { state: "input-available", input: args },
    { state: "approval-requested", input: args, approval },
    { state: "approval-responded", input: args, approval: { ...approval, approved: true } },
    { state: "output-available", input: args, output: "so far", preliminary: true },
    { state: "input-streaming", input: die.pick("so far", [undefined, {}]), rawInput: '{"pa' },
  ]);
}

function answered({ args }, result, die, approval) {
  if (result.denied)
    return { state: "output-denied", input: args, approval: { ...approval, approved: false, reason: "no" } };
  const asked = die.chance("asked", 6) ? { approval: { ...approval, approved: true } } : {};
  if (result.isError) {
    // Arguments that did not parse are kept as they came.
    const input = die.chance("unparsed", 4) ? { input: undefined, rawInput: '{"path": ' } : { input: args };
    return {
      state: "output-error",
      ...input,
      errorText: resultText(result).trim() ? resultText(result) : "failed",
      ...asked,
    };
  }
  const json = Array.isArray(result.content) ? result.content.find(({ type }) => type === "json")?.value : undefined;
  const output = json === undefined ? resultText(result) : json;
  return { state: "output-available", input: args, output, ...asked };
}

function toolPart(call, result) {
  const die = dice(call.roll);
  const approval = { id: `approval-${call.id}` };
  const rest = result ? answered(call, result, die, approval) : open(call, die, approval);
  const callProviderMetadata = die.chance("metadata", 6) ? { openai: { itemId: "fc_1" } } : undefined;
  return defined({ ...kind(call.name, die), toolCallId: call.id, ...rest, callProviderMetadata });
}

function hostedParts({ id, kind: what, input, output, failed, roll }) {
  const name = what === "search" ? "web_search" : "code_execution";
  const rest = failed
    ? { state: "output-error", errorText: output }
    : { state: "output-available", output: { output } };
  const part = {
    type: `tool-${name}`,
    toolCallId: `srvtoolu_${id}`,
    input: { input },
    providerExecuted: true,
    ...rest,
  };
  const url = { type: "source-url", sourceId: id, url: "https://example.com", title: "A page" };
  const document = { type: "source-document", sourceId: id, mediaType: "text/plain", title: "A page" };
  return [part, dice(roll).pick("source", [url, document])];
}

function stepParts({ thinking, text, hosted, calls, results, roll }) {
  const die = dice(roll);
  return [
    { type: "step-start" },
    ...(thinking ? [reasoning(thinking)] : []),
    ...(text ? [textPart(text, die)] : []),
    ...(hosted ? hostedParts(hosted) : []),
    ...calls.map((call) =>
      toolPart(
        call,
        results.find(({ id }) => id === call.id),
      ),
    ),
    ...(die.chance("data", 10) ? [{ type: "data-progress", data: { percent: 50 } }] : []),
  ];
}

export function aiSdkUi({ system, turns, roll }) {
  const die = dice(roll);
  const messages = [];
  const newId = () => `msg-${messages.length}${die.characters(`${messages.length}`, "0123456789abcdef", 8)}`;
  if (system !== undefined) messages.push({ id: newId(), role: "system", parts: [textPart(system, die)] });
  for (const turn of turns) {
    messages.push(user(turn.user, newId()));
    const parts = turn.steps.flatMap(stepParts);
    if (turn.final) {
      const { thinking, text, roll: own } = turn.final;
      parts.push({ type: "step-start" }, ...(thinking ? [reasoning(thinking)] : []), textPart(text, dice(own)));
    }
    if (parts.length > 0) messages.push({ id: newId(), role: "assistant", parts });
  }
  return messages;
}
