// A model for coding agents: the APIs of Anthropic, OpenAI (Responses and Chat Completions) and Gemini, answered with
// calls from a list.
import { createServer } from "node:http";

/**
 * Answers each request that offers tools with the next call, or with several if the list has a list there, then with a
 * text. `REF1` in a call is the first ref that the request names. Keeps what was asked.
 */
export async function serveModel(t, calls) {
  const requests = [];
  const queue = [...calls];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const body = text === "" ? {} : JSON.parse(text);
    const offersTools = (body.tools ?? []).length > 0;
    if (offersTools) requests.push(body);
    const number = requests.length;
    const { url } = request;
    const answer = /\/v1\/messages\b/.test(url)
      ? anthropic
      : /\/responses$/.test(url)
        ? openai
        : /\/chat\/completions$/.test(url)
          ? chat
          : /streamGenerateContent/.test(url)
            ? gemini
            : undefined;
    // Lists of models, counts of tokens and the like, which agents can do without.
    if (!answer) return response.writeHead(404, { "content-type": "application/json" }).end("{}");
    response.writeHead(200, { "content-type": "text/event-stream" });
    const call = offersTools ? withRefs(queue.shift(), text) : undefined;
    for (const event of answer(call, number)) {
      response.write(`${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
    }
    return response.end(answer === chat ? "data: [DONE]\n\n" : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}

function withRefs(call, request) {
  // One stands in the description of the tool.
  const refs = [...new Set(request.match(/#[0-9a-z]{8}\b/g))].filter((ref) => ref !== "#k3f9a2bx");
  return call && JSON.parse(JSON.stringify(call).replace(/REF(\d)/g, (_, number) => refs[number - 1]));
}

function anthropic(call, number) {
  const [content_block, delta] = call
    ? [
        { type: "tool_use", id: `toolu_${number}`, name: call.name, input: {} },
        { type: "input_json_delta", partial_json: JSON.stringify(call.input) },
      ]
    : [
        { type: "text", text: "" },
        { type: "text_delta", text: "done" },
      ];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${number}`, type: "message", role: "assistant", model: "claude", content: [], usage };
  return [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

function openai(call, number) {
  const content = [{ type: "output_text", text: "done", annotations: [] }];
  const item = call
    ? { type: "function_call", call_id: `call_${number}`, name: call.name, arguments: JSON.stringify(call.input) }
    : { type: "message", role: "assistant", content };
  const whole = { ...item, id: `item_${number}`, status: "completed" };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const response = { id: `resp_${number}`, object: "response", usage };
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.done", output_index: 0, item: whole },
    { type: "response.completed", response: { ...response, status: "completed", output: [whole] } },
  ];
}

/** The only one of them that takes a list of calls, which are parallel. */
function chat(call, number) {
  const tool_calls = (call ? [call].flat() : []).map(({ name, input }, index) => {
    return {
      index,
      id: `call_${number}_${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    };
  });
  const chunk = (more) => ({
    id: `chat_${number}`,
    object: "chat.completion.chunk",
    created: 1,
    model: "scripted",
    ...more,
  });
  const choice = (delta, finish_reason = null) => chunk({ choices: [{ index: 0, delta, finish_reason }] });
  return [
    choice({ role: "assistant", ...(call ? { tool_calls } : { content: "done" }) }),
    choice({}, call ? "tool_calls" : "stop"),
    chunk({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
  ];
}

function gemini(call) {
  const parts = call ? [{ functionCall: { name: call.name, args: call.input } }] : [{ text: "done" }];
  return [{ candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }] }];
}
