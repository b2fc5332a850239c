// Messages of Anthropic's API. The system text is no message: it is the request's `system`.
import { dice } from "../dice.mjs";
import { inOrder, resultBlocks, resultsOf, resultText } from "./shared.mjs";

const textBlock = (text) => ({ type: "text", text });

function mediaBlock({ kind, mediaType, data, url, name }) {
  if (kind === "file") {
    return { type: "document", source: { type: "base64", media_type: mediaType, data }, title: name };
  }
  return { type: "image", source: url ? { type: "url", url } : { type: "base64", media_type: mediaType, data } };
}

function user({ text, media, roll }) {
  const die = dice(roll);
  // There is no audio.
  const blocks = media && media.kind !== "audio" ? [mediaBlock(media), textBlock(text)] : [textBlock(text)];
  if (die.chance("search result", 12)) {
    blocks.unshift({
      type: "search_result",
      source: "https://example.com",
      title: "A page",
      content: [textBlock(text)],
    });
  }
  if (die.chance("upload", 16)) blocks.push({ type: "container_upload", file_id: "file_abc123" });
  return [{ role: "user", content: blocks.length === 1 && !die.chance("list", 2) ? text : blocks }];
}

function thinkingBlock({ text, signature, redacted, roll }) {
  if (redacted) return { type: "redacted_thinking", data: signature };
  // A server that does not show its thinking sends the signature alone.
  return { type: "thinking", thinking: dice(roll).chance("omitted", 6) ? "" : text, signature };
}

const searchResult = (text) => ({
  type: "web_search_result",
  url: "https://example.com",
  title: text.slice(0, 20) || "A page",
  encrypted_content: "EqgfCioIARgB",
  page_age: null,
});
const servers = {
  search: [
    ["web_search", ({ input }) => ({ query: input }), ({ output }) => [searchResult(output)]],
    [
      "web_fetch",
      () => ({ url: "https://example.com" }),
      ({ output }) => ({
        type: "web_fetch_result",
        url: "https://example.com",
        content: { type: "document", source: { type: "text", media_type: "text/plain", data: output } },
        retrieved_at: null,
      }),
    ],
    [
      "tool_search_tool_regex",
      ({ input }) => ({ pattern: input }),
      () => ({
        type: "tool_search_tool_search_result",
        tool_references: [{ type: "tool_reference", tool_name: "read_file" }],
      }),
      "tool_search_tool_result",
    ],
  ],
  code: [
    [
      "bash_code_execution",
      ({ input }) => ({ command: input }),
      ({ output }) => ({ type: "bash_code_execution_result", stdout: output, stderr: "", return_code: 0, content: [] }),
    ],
    [
      "code_execution",
      ({ input }) => ({ code: input }),
      ({ output }) => ({ type: "code_execution_result", stdout: output, stderr: "", return_code: 0, content: [] }),
    ],
    [
      "text_editor_code_execution",
      () => ({ command: "view", path: "a.py" }),
      ({ output }) => ({ type: "text_editor_code_execution_view_result", file_type: "text", content: output }),
    ],
  ],
};

/** A call that the provider answers itself: both blocks stand in the model's message. */
function hostedBlocks(hosted) {
  const die = dice(hosted.roll);
  const { output, failed, input } = hosted;
  if (die.chance("mcp", 6)) {
    const id = `mcptoolu_${hosted.id}`;
    return [
      { type: "mcp_tool_use", id, name: "echo", server_name: "example", input: { text: input } },
      {
        type: "mcp_tool_result",
        tool_use_id: id,
        is_error: failed,
        content: [textBlock(output.trim() ? output : "failed")],
      },
    ];
  }
  const [name, asInput, asContent, resultType = `${name}_tool_result`] = die.pick("server", servers[hosted.kind]);
  const id = `srvtoolu_${hosted.id}`;
  const error = { type: `${resultType}_error`, error_code: "unavailable" };
  return [
    { type: "server_tool_use", id, name, input: asInput(hosted) },
    { type: resultType, tool_use_id: id, content: failed ? error : asContent(hosted) },
  ];
}

function resultBlock(result) {
  const die = dice(result.roll);
  const block = { type: "tool_result", tool_use_id: result.id };
  const text = resultText(result);
  if (result.isError || die.chance("is_error", 3)) block.is_error = result.isError;
  // A failure may hold texts only.
  if (result.isError) {
    // Nor is it empty.
    const error = text.trim() ? text : "failed";
    return { ...block, content: die.chance("list", 2) && text.trim() ? [textBlock(error)] : error };
  }
  if (text === "" && typeof result.content === "string") return die.pick("empty", [{ ...block, content: "" }, block]);
  if (die.chance("reference", 16)) return { ...block, content: [{ type: "tool_reference", tool_name: "read_file" }] };
  if (typeof result.content === "string" && !die.chance("list", 3)) return { ...block, content: text };
  const blocks = resultBlocks(result).map((one) => (one.type === "text" ? textBlock(one.text) : mediaBlock(one.media)));
  return { ...block, content: blocks };
}

function step({ thinking, hosted, calls, ...rest }) {
  const die = dice(rest.roll);
  // This may become the last message, which must not end with whitespace.
  const text = rest.text?.trimEnd();
  const uses = calls.map(({ id, name, args, roll }) => {
    const direct = dice(roll).chance("caller", 6) && { caller: { type: "direct" } };
    return { type: "tool_use", id, name, input: args, ...direct };
  });
  const content = [
    ...(thinking ? [thinkingBlock(thinking)] : []),
    ...(text ? [textBlock(text)] : []),
    // Before the calls for the client, or their results would not be recognised.
    ...(hosted ? hostedBlocks(hosted) : []),
    ...uses,
  ];
  const messages = [
    { role: "assistant", content: uses.length || hosted || thinking || die.chance("list", 2) ? content : text },
  ];
  const results = resultsOf(rest, die).map(resultBlock);
  return results.length > 0 ? [...messages, { role: "user", content: results }] : messages;
}

function final({ text, thinking, roll }) {
  const trimmed = text.trimEnd();
  if (!thinking && !dice(roll).chance("list", 2)) return [{ role: "assistant", content: trimmed }];
  return [{ role: "assistant", content: [...(thinking ? [thinkingBlock(thinking)] : []), textBlock(trimmed)] }];
}

const asList = (content) => (typeof content === "string" ? [textBlock(content)] : content);

/** Roles alternate: what one role says in a row is one message. */
function merged(messages) {
  const list = [];
  for (const message of messages) {
    const last = list.at(-1);
    if (last?.role === message.role) last.content = [...asList(last.content), ...asList(message.content)];
    else list.push({ ...message });
  }
  return list;
}

/** A request may have four of these; empty texts and thinking none. */
function cached(messages, die) {
  const places = messages.flatMap(({ content }) => (typeof content === "string" ? [] : [content.at(-1)]));
  const able = places.filter(({ type }) => !/thinking/.test(type));
  for (const block of die.shuffled("cached", able).slice(0, die.number("cached", 5))) {
    block.cache_control = die.pick("ttl", [{ type: "ephemeral" }, { type: "ephemeral", ttl: "1h" }]);
  }
  return messages;
}

export function anthropic(conversation) {
  return cached(merged(inOrder(conversation, { user, step, final })), dice(conversation.roll));
}

/** As newer models take them: with messages of `role: "system"` after a user's. */
export function anthropicSystem(conversation) {
  return anthropic(conversation).flatMap((message, at) => {
    const die = dice(conversation.roll + at);
    if (message.role !== "user" || !die.chance("system", 3)) return [message];
    const text = "The user has opened src/a.ts.";
    return [message, { role: "system", content: die.pick("list", [text, [textBlock(text)]]) }];
  });
}
