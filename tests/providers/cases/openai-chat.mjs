// For every rule of OpenAI Chat Completions: the smallest conversation that breaks it, and its valid twin.
//   raw    sent without the SDK, which would mend or refuse the messages itself
//   also   further rules the same conversation cannot help breaking
const user = (content) => ({ role: "user", content });
const text = (content) => ({ role: "assistant", content });
const tool = (id, content = "done") => ({ role: "tool", tool_call_id: id, content });
const fn = (id, name = "run", args = "{}") => ({ id, type: "function", function: { name, arguments: args } });
const calls = (...list) => ({
  role: "assistant",
  content: null,
  tool_calls: list.map((one) => (typeof one === "string" ? fn(one) : one)),
});
const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
const long = (length) => "x".repeat(length);
const answered = [user("go"), calls("a", "b"), tool("b"), tool("a"), text("both ran")];
const withCall = (call) => [user("go"), { role: "assistant", content: null, tool_calls: [call] }, tool(call.id ?? "a")];

export const cases = {
  "messages-not-empty": { bad: [], good: [user("go")] },
  "role-present": { bad: [{ content: "go" }], good: [user("go")], also: ["role-known"] },
  "role-known": {
    bad: [{ role: "model", content: "go" }],
    good: [user("go"), { role: "developer", content: "be brief" }],
  },
  "content-type": { bad: [user({ text: "go" })], good: [user("")] },
  "part-type-known": {
    bad: [user([{ type: "input_text", text: "go" }])],
    good: [user([{ type: "text", text: "go" }, image])],
    also: ["part-type-of-role"],
  },
  "images-only-from-user": {
    bad: [user("go"), calls("a"), tool("a", [image])],
    good: [user("go"), calls("a"), tool("a", [{ type: "text", text: "seen" }]), user([image])],
    also: ["part-type-of-role"],
  },
  "part-type-of-role": {
    bad: [user([{ type: "refusal", refusal: "no" }])],
    good: [user("go"), text([{ type: "refusal", refusal: "no" }])],
  },
  "tool-calls-type": {
    bad: [user("go"), { ...text("hm"), tool_calls: {} }],
    good: [user("go"), { ...text("hm"), tool_calls: null }],
  },
  "tool-calls-not-empty": { bad: [user("go"), { ...text("hm"), tool_calls: [] }], good: [user("go"), text("hm")] },
  "call-id-present": {
    bad: withCall({ type: "function", function: { name: "run", arguments: "{}" } }),
    good: withCall(fn("a")),
    also: ["tool-call-id-known", "every-call-answered"],
  },
  "call-type-known": {
    bad: withCall({ ...fn("a"), type: "tool" }),
    good: withCall({ id: "a", type: "custom", custom: { name: "patch", input: "+1" } }),
  },
  "call-name-present": {
    bad: withCall({ id: "a", type: "function", function: { arguments: "{}" } }),
    good: withCall(fn("a")),
  },
  "call-name-pattern": { bad: withCall(fn("a", "fs.read")), good: withCall(fn("a", "fs-read_2")) },
  "call-name-length": { bad: withCall(fn("a", long(129))), good: withCall(fn("a", long(128))) },
  "arguments-are-a-string": {
    bad: withCall(fn("a", "run", { path: "/" })),
    good: withCall(fn("a", "run", "not even JSON")),
  },
  "id-length": { bad: withCall(fn(long(41))), good: withCall(fn(long(40))) },
  "content-required": {
    bad: [user("go"), { role: "assistant", content: null }],
    good: [user("go"), { role: "assistant", refusal: "no" }],
  },
  "tool-call-id-present": {
    bad: [user("go"), calls("a"), { role: "tool", content: "done" }],
    good: [user("go"), calls("a"), tool("a")],
    also: ["tool-call-id-known", "every-call-answered"],
  },
  "function-name-present": {
    bad: [
      user("go"),
      { role: "assistant", content: null, function_call: { name: "run", arguments: "{}" } },
      { role: "function", content: "done" },
    ],
    good: [
      user("go"),
      { role: "assistant", content: null, function_call: { name: "run", arguments: "{}" } },
      { role: "function", name: "run", content: "done" },
    ],
  },
  "tool-message-needs-a-call": {
    bad: [user("go"), text("hm"), tool("a")],
    good: [user("go"), calls("a"), tool("a")],
  },
  "call-ids-unique": {
    bad: [user("go"), calls("a", "a"), tool("a")],
    // Servers of small models count their ids anew in every turn.
    good: [user("go"), calls("a"), tool("a"), calls("a"), tool("a")],
  },
  "tool-call-id-known": {
    bad: [user("go"), calls("a"), tool("a"), tool("b")],
    good: [user("go"), calls("a", "b"), tool("a"), tool("b")],
  },
  "one-answer-per-call": {
    bad: [user("go"), calls("a"), tool("a"), tool("a", "again")],
    good: answered,
  },
  "every-call-answered": {
    bad: [user("go"), calls("a", "b"), tool("a"), user("and?")],
    good: [user("go"), calls("a", "b"), tool("a"), tool("b"), user("and?")],
  },
};

/** More that is refused, by the rule named. */
export const refused = {
  "a call at the end": { rule: "every-call-answered", messages: [user("go"), calls("a")] },
  "an answer behind another message": {
    rule: "tool-message-needs-a-call",
    messages: [user("go"), calls("a"), user("wait"), tool("a")],
    also: ["every-call-answered"],
  },
  "an answer before its call": {
    rule: "tool-message-needs-a-call",
    messages: [user("go"), tool("a"), calls("a")],
    also: ["every-call-answered"],
  },
};

/** Shapes that look wrong and are accepted. */
export const accepted = {
  "two user messages in a row": [user("a"), user("b")],
  "an assistant message first": [text("hello"), user("hi")],
  "a system message in the middle": [user("a"), { role: "system", content: "be brief" }, user("b")],
  "answers in another order": answered,
  "content beside calls": [user("go"), { ...calls("a"), content: "running" }, tool("a", "")],
};
