// A conversation in the two forms that the other libraries take: ModelMessages of the AI SDK, and messages of OpenAI's chat
// completions, which LangChain's classes are made from.
//
// It is read by the evaluation's own reader. Images and files are left out.
import { type Part, partsOf } from "../../../../compare/history/read.mjs";

type Message = Record<string, unknown>;

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly text: string;
}

interface Turn {
  readonly role: "system" | "user" | "assistant";
  readonly texts: { readonly text: string; readonly isThinking: boolean }[];
  readonly calls: Call[];
  readonly results: { readonly call: Call; readonly text: string; readonly failed: boolean }[];
}

/** Turns, each with its calls and their results. A result without a call is left out. */
function turnsOf(messages: readonly object[]): Turn[] {
  const turns: Turn[] = [];
  const ids = new Set<string>();
  /** Ids may repeat: a result belongs to the newest open call of its id. */
  const open: { readonly given: string | undefined; readonly turn: Turn; readonly call: Call }[] = [];
  for (const message of messages) {
    let fresh = true;
    for (const part of partsOf(message)) {
      if (part.kind === "result") {
        const found = open.findLast(({ given }) => given === part.id) ?? open[0];
        if (!found) continue;
        open.splice(open.indexOf(found), 1);
        found.turn.results.push({ call: found.call, text: part.text, failed: part.failed === true });
        continue;
      }
      const turn = turnFor(turns, part, fresh);
      fresh = false;
      if (part.kind !== "call") {
        if (part.text) turn.texts.push({ text: part.text, isThinking: part.kind === "thinking" });
        continue;
      }
      const call = { id: newId(part.id, ids), name: part.name || "tool", args: part.args, text: part.text };
      turn.calls.push(call);
      open.push({ given: part.id, turn, call });
    }
  }
  return turns;
}

/** Reasoning, text and calls of one turn may be several messages: items of Responses are. */
function turnFor(turns: Turn[], { kind }: Part, fresh: boolean): Turn {
  const role = kind === "user" || kind === "system" ? kind : "assistant";
  const last = turns.at(-1);
  const goesOn =
    last !== undefined &&
    last.role === role &&
    (!fresh || (role === "assistant" && last.results.length === 0 && (kind === "call" || last.texts.every(isThought))));
  if (goesOn) return last;
  const turn: Turn = { role, texts: [], calls: [], results: [] };
  turns.push(turn);
  return turn;
}

const isThought = ({ isThinking }: { isThinking: boolean }) => isThinking;

function newId(given: string | undefined, taken: Set<string>): string {
  let id = given || "call";
  for (let again = 2; taken.has(id); again += 1) id = `${given || "call"}-${again}`;
  taken.add(id);
  return id;
}

export function toAiSdk(messages: readonly object[]): Message[] {
  return turnsOf(messages).flatMap(({ role, texts, calls, results }) => {
    const content = [
      ...texts.map(({ text, isThinking }) => ({ type: isThinking ? "reasoning" : "text", text })),
      ...calls.map(({ id, name, args }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: args })),
    ];
    // Text of the system is a string always.
    const spoken = role === "system" ? joined(texts) : content;
    const outputs = results.map(({ call, text, failed }) => ({
      type: "tool-result",
      toolCallId: call.id,
      toolName: call.name,
      output: { type: failed ? "error-text" : "text", value: text },
    }));
    return [
      ...(content.length > 0 ? [{ role, content: spoken }] : []),
      ...(outputs.length > 0 ? [{ role: "tool", content: outputs }] : []),
    ];
  });
}

/** Chat completions have no reasoning. */
export function toChat(messages: readonly object[]): Message[] {
  return turnsOf(messages).flatMap(({ role, texts, calls, results }) => {
    const said = texts.filter(({ isThinking }) => !isThinking);
    const tool_calls = calls.map(({ id, name, text }) => ({
      id,
      type: "function",
      function: { name, arguments: text },
    }));
    const content = said.length > 0 ? joined(said) : role === "assistant" ? null : "";
    const own = said.length > 0 || calls.length > 0;
    return [
      ...(own ? [{ role, content, ...(calls.length > 0 && { tool_calls }) }] : []),
      ...results.map(({ call, text }) => ({ role: "tool", tool_call_id: call.id, content: text })),
    ];
  });
}

const joined = (texts: Turn["texts"]): string => texts.map(({ text }) => text).join("\n\n");
