// Runs the contenders on a conversation, so that the page never waits for it.
import { inspectMessages, SessionLogReader } from "tooltrim/messages";
import { counted } from "../../shared/dom.js";
import { serve } from "../../shared/serve.js";
import type { Loaded, Row } from "../model.js";
import { contenders, type Session } from "./contenders.js";
import { measure, type Prepared, prepare } from "./measures.js";
import { partsOf } from "./parts.js";

let prepared: Prepared | undefined;
const forms = new Map<string, Session>();
const results = new Map<string, object[]>();

const TAKES =
  "The comparison takes session logs of coding agents and messages of OpenAI, Anthropic, Gemini, the AI SDK (ModelMessages) and VS Code, as JSON or JSON Lines.";

const methods = {
  async load(from: string | Blob): Promise<Loaded> {
    prepared = undefined;
    forms.clear();
    results.clear();
    const { messages, format, agent, skipped } = await read(from);
    const { calls, media } = inspectMessages(messages, { format });
    const found = prepare({ format, messages });
    if (calls.length === 0) throw new Error("No tool calls were found in it: there is nothing to compact.");
    if (found.calls < calls.length / 2) {
      throw new Error(`It has ${counted(calls.length, "calls")}, in a form that only tooltrim reads. ${TAKES}`);
    }
    prepared = found;
    const notes = [
      ...(skipped > 0 ? [`${skipped === 1 ? "1 entry" : counted(skipped, "entries")} of the log not understood`] : []),
      ...(media > 0 ? ["images and files are left out of the comparison"] : []),
    ];
    const kind = agent ?? format;
    return {
      size: found.units,
      floor: found.floor,
      about: `${kind}, ${counted(messages.length, "messages")}, ${counted(calls.length, "calls")}`,
      notes,
    };
  },

  async run({ name, limit }: { name: string; limit: number }): Promise<Row> {
    const contender = contenders.find((each) => each.name === name);
    if (!contender || !prepared) throw new Error(`no ${name}`);
    const known = forms.get(name) ?? contender.form(prepared);
    forms.set(name, known);
    try {
      const { messages, setting } = await contender.run(known, limit, limit / prepared.units);
      results.set(name, messages);
      const form = known.format === prepared.format ? "" : `, as messages of ${NAMES[known.format] ?? known.format}`;
      return {
        name,
        setting: setting + form,
        cells: measure(prepared, known, messages, limit),
        parts: partsOf(known.messages, messages),
      };
    } catch (error) {
      results.delete(name);
      return {
        name,
        setting: "",
        cells: {},
        parts: [],
        failed: error instanceof Error ? error.message : String(error),
      };
    }
  },

  /** The last result, as JSON. */
  result: async (name: string): Promise<string> => JSON.stringify(results.get(name) ?? [], null, 1),
};

const NAMES: Readonly<Record<string, string>> = { "ai-sdk": "the AI SDK", "openai-chat": "LangChain" };

async function read(from: string | Blob) {
  const reader = new SessionLogReader();
  try {
    if (typeof from === "string") reader.push(from);
    else reader.push(new Uint8Array(await from.arrayBuffer()));
    return reader.finish();
  } catch (error) {
    throw new Error(`This is no conversation: ${error instanceof Error ? error.message : error}. ${TAKES}`);
  }
}

export type ConversationMethods = typeof methods;

serve(methods);
