// Messages of any of the six formats as Chat Completions messages, which every OpenAI-compatible endpoint takes. Own
// code, on the reader of the measures: compaction happens in the session's own format, before this.
//
// Reasoning is left out: other models cannot read it. A result loses its flag: Chat Completions has none.

import { partsOf } from "../../compare/history/read.mjs";

const NO_RESULT = "[no result was recorded]";

/** `nameOf(name)`: the name under which a tool is offered. */
export function toChat(messages, nameOf = (name) => name) {
  const chat = [];
  /** Calls of the turn without a result yet, and what was said meanwhile. */
  let open = [];
  let later = [];
  let turn;
  const close = () => {
    for (const id of open) chat.push({ role: "tool", tool_call_id: id, content: NO_RESULT });
    chat.push(...later);
    [open, later, turn] = [[], [], undefined];
  };
  const ids = newIds();
  for (const part of messages.flatMap(partsOf)) {
    if (part.kind === "thinking") continue;
    if (part.kind === "call") {
      // Results came already: the next turn begins.
      if (turn === undefined || turn.answered) {
        close();
        turn = assistantOf(chat);
      }
      const id = ids.open(part.id);
      open.push(id);
      turn.message.tool_calls ??= [];
      turn.message.tool_calls.push({
        id,
        type: "function",
        function: { name: nameOf(part.name), arguments: JSON.stringify(part.args ?? {}) },
      });
    } else if (part.kind === "result") {
      const id = ids.close(part.id);
      if (id === undefined || !open.includes(id)) {
        (open.length > 0 ? later : chat).push({ role: "user", content: `[result of a tool]\n${part.text}` });
        continue;
      }
      chat.push({ role: "tool", tool_call_id: id, content: part.text });
      open = open.filter((each) => each !== id);
      turn.answered = true;
    } else if (part.text !== "") {
      const said = { role: part.kind, content: part.text };
      if (open.length > 0) later.push(said);
      else {
        turn = undefined;
        chat.push(said);
      }
    }
  }
  close();
  return chat;
}

/** The assistant message that calls are added to: a text right before them belongs to the same turn. */
function assistantOf(chat) {
  const last = chat.at(-1);
  if (last?.role === "assistant" && last.tool_calls === undefined) return { message: last, answered: false };
  const message = { role: "assistant", content: null };
  chat.push(message);
  return { message, answered: false };
}

/** Recorded ids may repeat or be missing: each call gets one of its own. */
function newIds() {
  let count = 0;
  const open = [];
  return {
    open(recorded) {
      count += 1;
      const id = `call_${count}`;
      open.push({ recorded, id });
      return id;
    },
    close(recorded) {
      const at = open.findLastIndex((each) => each.recorded === recorded);
      return at < 0 ? undefined : open.splice(at, 1)[0].id;
    },
  };
}
