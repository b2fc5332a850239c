// For every rule of Anthropic Messages: the smallest conversation that breaks it, and its valid twin.
//   raw    sent without the SDK;  also: further rules the same conversation cannot help breaking
//   model  another model than the default, which is older than Claude 4.6
const user = (content) => ({ role: "user", content });
const text = (content) => ({ role: "assistant", content });
const block = (value, more) => ({ type: "text", text: value, ...more });
const use = (id, more) => ({ type: "tool_use", id, name: "run", input: {}, ...more });
const result = (id, content = "done", more) => ({ type: "tool_result", tool_use_id: id, content, ...more });
const calls = (...ids) => ({ role: "assistant", content: ids.map((id) => use(id)) });
const results = (...ids) => user(ids.map((id) => result(id)));
const thinking = { type: "thinking", thinking: "hm", signature: "s" };
const search = (id) => ({ type: "server_tool_use", id, name: "web_search", input: { query: "x" } });
const found = (id) => ({ type: "web_search_tool_result", tool_use_id: id, content: [] });
const cache = { cache_control: { type: "ephemeral" } };
const long = (length) => "x".repeat(length);
const one = (more) => [user("go"), text([use("a", more)]), results("a")];
const recent = "claude-opus-4-8";

export const cases = {
  "messages-not-empty": { bad: [], good: [user("go")] },
  "role-known": { bad: [user("go"), { role: "tool", content: "done" }], good: [user("go")] },
  "block-type-known": { bad: [user([{ type: "input_text", text: "go" }])], good: [user([block("go")])] },
  "tool-use-id": {
    bad: [user("go"), calls("run:1"), results("run:1")],
    good: [user("go"), calls("run-1"), results("run-1")],
    also: ["tool-result-id"],
  },
  "tool-use-name": { bad: one({ name: "" }), good: one({ name: "a name no tool may have." }) },
  "tool-use-input": { bad: one({ input: "{}" }), good: one({ input: {} }) },
  "server-tool-use-id": {
    bad: [user("go"), text([search("a"), found("a")])],
    good: [user("go"), text([search("srvtoolu_a"), found("srvtoolu_a")])],
  },
  "tool-result-id-present": {
    bad: [user("go"), calls("a"), user([{ type: "tool_result", content: "done" }])],
    good: [user("go"), calls("a"), results("a")],
    also: ["tool-result-known", "every-call-answered"],
  },
  "tool-result-id": {
    bad: [user("go"), calls("a"), results("a", "b.1")],
    good: [user("go"), calls("a", "b_1"), results("a", "b_1")],
    also: ["tool-result-known"],
  },
  "tool-result-content": {
    bad: [user("go"), calls("a"), user([result("a", [{ type: "output_text", text: "done" }])])],
    good: [user("go"), calls("a"), user([result("a", [block("done")])])],
  },
  "tool-result-content-type": {
    bad: [user("go"), calls("a"), user([result("a", { ok: true })])],
    good: [user("go"), calls("a"), user([result("a", "")])],
  },
  "thinking-signature": {
    bad: [user("go"), text([{ type: "thinking", thinking: "hm" }, block("done")])],
    good: [user("go"), text([thinking, block("done")])],
  },
  "cache-control-not-on-thinking": {
    bad: [user("go"), text([{ ...thinking, ...cache }, block("done")])],
    good: [user("go"), text([thinking, block("done", cache)])],
  },
  "cache-control-count": {
    bad: [user("12345".split("").map((digit) => block(digit, cache)))],
    good: [user("1234".split("").map((digit) => block(digit, cache)))],
  },
  "cache-control-not-on-empty-text": {
    bad: [user([block("", cache)])],
    good: [user([block("go", cache)])],
    also: ["text-not-empty"],
  },
  "system-role-by-model": {
    bad: [user("go"), { role: "system", content: "be brief" }],
    good: [user("go")],
  },
  "system-after-user": {
    bad: [user("go"), text("hm"), { role: "system", content: "be brief" }, user("and?")],
    good: [user("go"), { role: "system", content: "be brief" }, text("hm"), user("and?")],
    model: recent,
  },
  "first-message-is-user": { bad: [text("hello"), user("hi")], good: [user("hi")] },
  "block-in-right-role": {
    bad: [user("go"), user([thinking, block("hm")])],
    good: [user("go"), text([thinking, block("hm")])],
  },
  "text-not-empty": { bad: [user([block("")])], good: [user([block("go")])] },
  "text-not-blank": { bad: [user([block(" \n")])], good: [user([block(" go ")])] },
  "user-content-not-empty": { bad: [user("")], good: [user("go")] },
  "assistant-content-not-empty": { bad: [user("go"), text([]), user("and?")], good: [user("go"), text([])] },
  "no-trailing-space-at-the-end": {
    bad: [user("go"), text("The answer is ")],
    good: [user("go"), text("The answer is ok "), user("and?")],
  },
  "thinking-not-last": { bad: [user("go"), text([thinking])], good: [user("go"), text([thinking]), user("and?")] },
  "no-prefill-on-new-models": {
    bad: [user("go"), text("hm")],
    good: [user("go"), text("hm"), user("and?")],
    model: recent,
  },
  "tool-use-ids-unique": {
    bad: [user("go"), calls("a"), results("a"), calls("a"), results("a")],
    good: [user("go"), calls("a"), results("a"), calls("b"), results("b")],
  },
  "tool-result-known": {
    bad: [user("go"), calls("a"), results("a", "b")],
    good: [user("go"), calls("a", "b"), results("a", "b")],
  },
  "one-result-per-call": {
    bad: [user("go"), calls("a"), results("a", "a")],
    good: [user("go"), calls("a"), results("a")],
  },
  "every-call-answered": {
    bad: [user("go"), calls("a", "b"), results("a")],
    good: [user("go"), calls("a", "b"), results("b", "a")],
  },
  "server-result-has-a-call": {
    bad: [user("go"), text([found("srvtoolu_a"), block("done")])],
    good: [user("go"), text([search("srvtoolu_a"), found("srvtoolu_a"), block("done")])],
  },
  "server-call-has-a-result": {
    bad: [user("go"), text([search("srvtoolu_a")]), user("and?")],
    good: [user("go"), text([search("srvtoolu_a")])],
  },
  "thinking-opens-the-tool-loop": {
    bad: [user("go"), calls("a"), results("a")],
    good: [user("go"), text([thinking, use("a")]), results("a")],
    request: { max_tokens: 2048, thinking: { type: "enabled", budget_tokens: 1024 } },
  },
};

export const refused = {
  "a call at the end": { rule: "every-call-answered", messages: [user("go"), calls("a")] },
  "text before the result": {
    rule: "every-call-answered",
    messages: [user("go"), calls("a"), user([block("so"), result("a")])],
  },
  "text between two user messages of results": {
    rule: "every-call-answered",
    messages: [user("go"), calls("a", "b"), user([result("a"), block("so")]), results("b")],
  },
  "text behind a call": {
    rule: "every-call-answered",
    messages: [user("go"), text([use("a"), block("so")]), results("a")],
  },
  "text between two calls": {
    rule: "every-call-answered",
    messages: [user("go"), text([use("a"), block("so"), use("b")]), results("a", "b")],
  },
  "a server tool behind a call": {
    rule: "every-call-answered",
    messages: [user("go"), text([use("a"), search("srvtoolu_a"), found("srvtoolu_a")]), results("a")],
  },
  "a result one turn late": {
    rule: "tool-result-known",
    messages: [user("go"), calls("a"), user("wait"), text("hm"), results("a")],
    also: ["every-call-answered"],
  },
  "a result first of all": { rule: "tool-result-known", messages: [results("a")] },
  "a result from the assistant": {
    rule: "block-in-right-role",
    messages: [user("go"), text([use("a"), result("a")]), user("and?")],
    also: ["every-call-answered", "tool-result-known"],
  },
  "empty text inside a result": {
    rule: "text-not-empty",
    messages: [user("go"), calls("a"), user([result("a", [block("")])])],
  },
  "a long tool name": { rule: "tool-use-name", messages: one({ name: long(201) }) },
  "a second server result": {
    rule: "server-result-has-a-call",
    messages: [user("go"), text([search("srvtoolu_a"), found("srvtoolu_a"), found("srvtoolu_a")])],
  },
  "text after the results while a server tool waits": {
    rule: "server-call-has-a-result",
    messages: [user("go"), text([search("srvtoolu_a"), use("a")]), user([result("a"), block("and?")])],
  },
};

export const accepted = {
  "two user messages in a row": [user("a"), user("b"), user("c")],
  "two assistant messages in a row": [user("a"), text("b"), text("c"), user("d")],
  "results split over two user messages": [
    user("go"),
    calls("a", "b"),
    results("b"),
    user([result("a"), block("and?")]),
  ],
  "calls split over two assistant messages": [user("go"), calls("a"), calls("b"), results("a", "b")],
  "a message after the results": [user("go"), calls("a"), results("a"), user("and?")],
  "a result without content": [user("go"), calls("a"), user([{ type: "tool_result", tool_use_id: "a" }])],
  "a server tool that runs after the client tool": [
    user("go"),
    text([search("srvtoolu_a"), use("a")]),
    results("a"),
    text([found("srvtoolu_a"), block("done")]),
  ],
  "a system message between call and result": {
    messages: [
      user("go"),
      { role: "system", content: "be brief" },
      calls("a"),
      results("a"),
      { role: "system", content: "hurry" },
    ],
    model: recent,
  },
};
