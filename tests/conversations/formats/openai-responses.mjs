// Items of OpenAI's Responses.
import { dice } from "../dice.mjs";
import { callItem, hostedItems, kindOf, outputItem } from "./responses-calls.mjs";
import { dataUrl, inOrder, resultsOf } from "./shared.mjs";

const digits = "0123456789abcdef";

/** Items of a conversation; ids of items must be unique in it. */
class Writer {
  constructor(conversation, stored) {
    this.die = dice(conversation.roll);
    this.stored = stored;
    this.count = 0;
  }

  newId = (prefix) => `${prefix}_${this.die.characters(`item ${++this.count}`, digits, 24)}${this.count}`;

  system = (text) => {
    const role = this.die.pick("system", ["system", "developer"]);
    const content = this.die.chance("system list", 2) ? [{ type: "input_text", text }] : text;
    const first = this.die.pick("first", [
      [],
      [],
      [],
      [{ type: "compaction", id: this.newId("cmp"), encrypted_content: "gAAAAABo" }],
      [{ type: "additional_tools", role: "developer", tools: [] }],
      [{ type: "configuration_update", reasoning: { effort: "low" } }],
    ]);
    return [...first, { role, content }];
  };

  user = ({ text, media, roll }) => {
    const die = dice(roll);
    const parts = [{ type: "input_text", text }];
    // There is no audio.
    if (media?.kind === "image") parts.unshift({ type: "input_image", image_url: dataUrl(media), detail: "auto" });
    if (media?.kind === "file") parts.push({ type: "input_file", filename: media.name, file_data: dataUrl(media) });
    const content = parts.length === 1 && !die.chance("list", 3) ? text : parts;
    return [
      die.pick("type", [
        { role: "user", content },
        { type: "message", role: "user", content },
      ]),
    ];
  };

  reasoning({ text, signature, redacted, roll }) {
    const die = dice(roll);
    const summary = redacted || die.chance("unsaid", 4) ? [] : [{ type: "summary_text", text }];
    const item = { type: "reasoning", id: this.newId("rs"), summary };
    if (redacted || die.chance("encrypted", 2)) item.encrypted_content = signature;
    if (!redacted && die.chance("open", 6)) item.content = [{ type: "reasoning_text", text }];
    return this.kept(item, die);
  }

  message(text, roll, extra, following) {
    const die = dice(roll);
    // What follows a reasoning item is what came with it, with its id.
    if (!following && die.chance("easy", 3)) return { role: "assistant", content: text };
    const content = extra ?? [{ type: "output_text", text, annotations: [] }];
    const item = { type: "message", id: this.newId("msg"), role: "assistant", status: "completed", content };
    return this.kept(item, die);
  }

  /** The item, or a reference to it: the server may have stored it. `type` may be left out then. */
  kept(item, die) {
    if (!die.chance("reference", 8)) return item;
    return die.pick("typed", [{ type: "item_reference", id: item.id }, { id: item.id }]);
  }

  call(call) {
    const item = callItem(call, this.newId);
    const referred = this.stored && item.id && dice(call.roll).chance("reference", 2);
    return referred ? { type: "item_reference", id: item.id } : item;
  }

  /** The calls, then what they gave; or each with its output, when the calls were made one by one. */
  calls({ calls, ...rest }, die) {
    const outputs = resultsOf(rest, die).map((result) => {
      const call = calls.find(({ id }) => id === result.id);
      return outputItem(call, result, this.newId);
    });
    const items = calls.map((call) => this.call(call));
    if (rest.results.length < calls.length || !die.chance("interleaved", 4)) return [...items, ...outputs];
    const ordered = rest.results.map((result) =>
      outputItem(
        calls.find(({ id }) => id === result.id),
        result,
        this.newId,
      ),
    );
    return items.flatMap((item, at) => [item, ordered[at]]);
  }

  /** Calls that a program of the model's made; the program is answered by OpenAI. */
  program(step, die) {
    const call_id = `call_${die.characters("program", digits, 24)}${++this.count}`;
    const caller = { type: "program", caller_id: call_id };
    return [
      { type: "program", id: this.newId("prog"), call_id, code: "await tools.run();", fingerprint: "fp_1" },
      ...this.calls(step, die).map((item) => ({ ...item, caller })),
      { type: "program_output", id: this.newId("progo"), call_id, result: "done", status: "completed" },
    ];
  }

  step = ({ thinking, text, hosted, ...rest }) => {
    const die = dice(rest.roll);
    const own = hosted ? hostedItems(hosted, this.newId) : [];
    // A list of tools is no part of what the model thought out.
    const items = own.filter(({ type }) => type === "mcp_list_tools");
    if (thinking) items.push(this.reasoning(thinking));
    if (text) items.push(this.message(text, rest.roll, undefined, Boolean(thinking)));
    items.push(...own.filter(({ type }) => type !== "mcp_list_tools"));
    const callable = rest.calls.length > 0 && rest.calls.every((call) => kindOf(call) === "function_call");
    const closed = rest.calls.length === rest.results.length;
    const inProgram = callable && closed && !this.stored && die.chance("program", 10);
    return [...items, ...(inProgram ? this.program(rest, die) : this.calls(rest, die))];
  };

  final = ({ text, thinking, roll }) => {
    const refusal = dice(roll).chance("refusal", 10) ? [{ type: "refusal", refusal: text }] : undefined;
    const items = thinking ? [this.reasoning(thinking)] : [];
    return [...items, this.message(text, roll, refusal, Boolean(thinking))];
  };
}

export function openaiResponses(conversation) {
  return inOrder(conversation, new Writer(conversation, false));
}

/** As a stored conversation continues: calls, too, may be mere references, and their outputs stand without them. */
export function openaiResponsesStored(conversation) {
  return inOrder(conversation, new Writer(conversation, true));
}
