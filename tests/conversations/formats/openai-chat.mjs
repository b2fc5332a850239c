// Messages of OpenAI's Chat Completions.
import { dice } from "../dice.mjs";
import { argumentsText, dataUrl, defined, inOrder, resultsOf, resultText } from "./shared.mjs";

const textPart = (text) => ({ type: "text", text });

/** A string, or the one text in a list. */
const contentOf = (text, die) => (text.trim() && die.chance("list", 4) ? [textPart(text)] : text);

function mediaPart(media, die) {
  if (media.kind === "audio") return { type: "input_audio", input_audio: { data: media.data, format: "wav" } };
  if (media.kind === "file") {
    const file = die.pick("file", [{ filename: media.name, file_data: dataUrl(media) }, { file_id: "file-abc123" }]);
    return { type: "file", file };
  }
  return {
    type: "image_url",
    image_url: defined({ url: dataUrl(media), detail: die.pick("detail", [undefined, "low"]) }),
  };
}

function user({ text, media, roll }) {
  const die = dice(roll);
  const content = media ? die.shuffled("media", [textPart(text), mediaPart(media, die)]) : contentOf(text, die);
  const breakpoint = Array.isArray(content) && die.chance("breakpoint", 4);
  if (breakpoint) content[0].prompt_cache_breakpoint = { mode: "explicit" };
  return [defined({ role: "user", content, name: die.chance("name", 6) ? "ada" : undefined })];
}

function call({ id, name, args, roll }) {
  const die = dice(roll);
  if (die.chance("custom", 6))
    return { id, type: "custom", custom: { name, input: args.diff ?? args.command ?? "input" } };
  return { id, type: "function", function: { name, arguments: argumentsText(args, die) } };
}

/** What one message of the model has besides its text and calls, as it came or as other servers write it. */
function extras(die, thinking) {
  const answered = die.chance("answered", 4) && { refusal: null, annotations: [], audio: null };
  const reasoning =
    thinking && die.pick("reasoning", [{}, { reasoning_content: thinking.text }, { reasoning: thinking.text }]);
  return { ...answered, ...reasoning };
}

function step({ thinking, text, calls, ...rest }) {
  const die = dice(rest.roll);
  const missing = calls.length > 0 ? die.pick("missing", [null, undefined, ""]) : "";
  const message = defined({
    role: "assistant",
    content: text === undefined ? missing : contentOf(text, die),
    ...(calls.length > 0 && { tool_calls: calls.map(call) }),
    ...extras(die, thinking),
  });
  const results = resultsOf(rest, die).map((result) => {
    const own = dice(result.roll);
    const content = result.isError ? `Error: ${resultText(result)}` : resultText(result);
    return { role: "tool", tool_call_id: result.id, content: contentOf(content, own) };
  });
  return [message, ...results];
}

function final({ text, thinking, roll }) {
  const die = dice(roll);
  if (die.chance("refusal", 8)) {
    const refusals = [
      { content: null, refusal: text },
      { content: [{ type: "refusal", refusal: text }] },
      { refusal: text },
    ];
    return [{ role: "assistant", ...die.pick("refusal kind", refusals) }];
  }
  if (die.chance("audio", 12)) return [{ role: "assistant", audio: { id: "audio_abc123" } }];
  return [{ role: "assistant", content: contentOf(text, die), ...extras(die, thinking) }];
}

export function openaiChat(conversation) {
  const die = dice(conversation.roll);
  const system = (text) => [{ role: die.pick("system", ["system", "developer"]), content: contentOf(text, die) }];
  return inOrder(conversation, { system, user, step, final });
}

/** The calls of before there were ids: one for a message, and `role: "function"`. */
export function openaiChatLegacy(conversation) {
  const legacyStep = ({ text, calls, results, roll }) => {
    if (calls.length === 0) return [{ role: "assistant", content: text }];
    return calls.flatMap(({ name, args }, at) => {
      const function_call = { name, arguments: argumentsText(args, dice(roll)) };
      const message = { role: "assistant", content: at === 0 ? (text ?? null) : null, function_call };
      // The calls come one after the other here: there is none after one without a result.
      if (at > results.length) return [];
      return results[at] ? [message, { role: "function", name, content: resultText(results[at]) }] : [message];
    });
  };
  return inOrder(conversation, {
    system: (text) => [{ role: "system", content: text }],
    user,
    step: legacyStep,
    final,
  });
}
