// A model for the loops in the documentation: it reads a file many times, then what was cut, if it has a tool for that,
// and answers. It has no memory and goes by the request alone, in each wire format that tests/providers/server.mjs serves.

const reads = 60;
const last = "The README names three modules.";

/** What the model does next: a call, or a text. */
function nextStep(results, recall) {
  const at = results.length;
  if (at < reads) return { id: `call_${at}`, name: "read_file", input: { path: "modules.txt" } };
  const [, ref] = /full text: (#\w{8})/.exec(results.at(-1)) ?? [];
  if (at === reads && !recall) return { text: last };
  if (at === reads && ref) return { id: `call_${at}`, name: recall, input: { ref, lines: "1500-1501" } };
  const read = results.at(-1);
  return { text: read?.includes("module 1500") ? last : `I cannot see line 1500:\n${read?.slice(0, 500)}` };
}

const textOf = (content) => (typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join(""));
const recallIn = (tools, nameOf) => tools.map(nameOf).find((name) => name !== "read_file");
/** As billed: about four characters a token. */
const tokensOf = (body) => Math.ceil(JSON.stringify(body).length / 4);

const formats = {
  "/v1/chat/completions": (body) => {
    const results = body.messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
    const step = nextStep(
      results,
      recallIn(body.tools, (tool) => tool.function.name),
    );
    const call = {
      id: step.id,
      type: "function",
      function: { name: step.name, arguments: JSON.stringify(step.input) },
    };
    const said = step.text ? { content: step.text } : { content: null, tool_calls: [call] };
    const choice = { index: 0, message: { role: "assistant", refusal: null, ...said }, logprobs: null };
    const usage = { prompt_tokens: tokensOf(body), completion_tokens: 9, total_tokens: tokensOf(body) + 9 };
    const choices = [{ ...choice, finish_reason: step.text ? "stop" : "tool_calls" }];
    // LangChain takes messages of one id for one message.
    const id = `chatcmpl-${results.length}`;
    return { id, object: "chat.completion", created: 0, model: body.model, choices, usage };
  },
  "/v1/responses": (body) => {
    const outputs = body.input.filter(({ type }) => type === "function_call_output");
    const results = outputs.map(({ output }) => textOf(output));
    const step = nextStep(
      results,
      recallIn(body.tools, (tool) => tool.name),
    );
    const state = { status: "completed" };
    const content = [{ type: "output_text", text: step.text, annotations: [], logprobs: [] }];
    const call = { call_id: step.id, name: step.name, arguments: JSON.stringify(step.input) };
    const item = step.text
      ? { id: "msg_0", type: "message", role: "assistant", content, ...state }
      : { id: `fc_${results.length}`, type: "function_call", ...call, ...state };
    const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
    const counts = { input_tokens: tokensOf(body), output_tokens: 9, total_tokens: tokensOf(body) + 9 };
    const head = { id: `resp_${results.length}`, object: "response", created_at: 0, model: body.model, ...state };
    const nothing = { error: null, incomplete_details: null };
    return { ...head, ...nothing, output: [item], usage: { ...counts, ...details } };
  },
  "/v1/messages": (body) => {
    const blocks = body.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const results = blocks.filter(({ type }) => type === "tool_result").map(({ content }) => textOf(content));
    const { text, ...call } = nextStep(
      results,
      recallIn(body.tools, (tool) => tool.name),
    );
    const content = [text ? { type: "text", text } : { type: "tool_use", ...call }];
    const usage = { input_tokens: 5, cache_read_input_tokens: tokensOf(body) - 5, output_tokens: 9 };
    const head = { id: "msg_0", type: "message", role: "assistant", model: body.model, stop_sequence: null };
    return { ...head, content, stop_reason: text ? "end_turn" : "tool_use", usage };
  },
};

/** The answer of the model to a request. */
export const answer = (body, path) => formats[path](body);

/** What it says when it is done. */
export const conclusion = last;

/** The file that it reads. */
export const file = {
  name: "modules.txt",
  text: Array.from({ length: 4000 }, (_, n) => `module ${n + 1} exports its part`).join("\n"),
};
