// For every rule of OpenAI Responses: the smallest input that breaks it, and its valid twin.
//   raw      sent without the SDK;  also: further rules the same input cannot help breaking
//   request  further fields of the request
const user = (text) => ({ role: "user", content: text });
const message = (id, text = "hm") => ({
  type: "message",
  id,
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});
const call = (call_id, more) => ({ type: "function_call", call_id, name: "run", arguments: "{}", ...more });
const output = (call_id, value = "done") => ({ type: "function_call_output", call_id, output: value });
const custom = (call_id, more) => ({ type: "custom_tool_call", call_id, name: "patch", input: "+1", ...more });
const customOutput = (call_id) => ({ type: "custom_tool_call_output", call_id, output: "done" });
const reasoning = (id, more) => ({ type: "reasoning", id, summary: [], ...more });
const shell = {
  type: "local_shell_call",
  id: "lsh_1",
  call_id: "a",
  status: "completed",
  action: { type: "exec", command: ["ls"], env: {} },
};
const computer = {
  type: "computer_call",
  id: "cu_1",
  call_id: "a",
  status: "completed",
  pending_safety_checks: [],
  action: { type: "screenshot" },
};
const screenshot = {
  type: "computer_call_output",
  call_id: "a",
  output: { type: "computer_screenshot", image_url: "data:image/png;base64,AA==" },
};
const patch = {
  type: "apply_patch_call",
  call_id: "a",
  status: "completed",
  operation: { type: "delete_file", path: "x" },
};
const hostedShell = (environment) => ({ type: "shell_call", call_id: "a", action: { commands: ["ls"] }, environment });
const pair = (more) => [user("go"), call("a", more), output("a")];
const long = (length) => "x".repeat(length);
const request = { store: false };

export const cases = {
  "item-type-known": { bad: [user("go"), { type: "tool_use", id: "x" }], good: pair() },
  "role-known": { bad: [{ role: "tool", content: "done" }], good: [{ role: "developer", content: "be brief" }] },
  "content-present": { bad: [{ role: "user" }], good: [user("")], also: ["content-type"] },
  "content-type": { bad: [user(null)], good: [user([{ type: "input_text", text: "go" }])] },
  "part-type-known": {
    bad: [user([{ type: "text", text: "go" }])],
    good: [user([{ type: "input_text", text: "go" }])],
    also: ["input-part-type"],
  },
  "assistant-part-type": {
    bad: [user("go"), { role: "assistant", content: [{ type: "input_text", text: "hm" }] }],
    good: [user("go"), { role: "assistant", content: [{ type: "output_text", text: "hm" }] }],
  },
  "input-part-type": {
    bad: [user([{ type: "output_text", text: "go" }])],
    good: [user([{ type: "input_text", text: "go" }])],
  },
  "call-id-present": { bad: [user("go"), call(undefined)], good: pair(), also: ["call-has-an-output"] },
  "call-id-not-empty": { bad: [user("go"), call(""), output("")], good: pair() },
  "call-id-length": {
    bad: [user("go"), call(long(65)), output(long(65))],
    good: [user("go"), call(long(64)), output(long(64))],
  },
  "call-name-not-empty": { bad: pair({ name: "" }), good: pair({ name: "x" }) },
  "call-name-length": { bad: pair({ name: long(129) }), good: pair({ name: long(128) }) },
  "call-fields-present": {
    bad: [user("go"), call("a"), { type: "function_call_output", call_id: "a" }],
    good: pair(),
    also: ["output-type"],
  },
  "arguments-are-a-string": { bad: pair({ arguments: {} }), good: pair({ arguments: "not even JSON" }) },
  "output-type": {
    bad: [user("go"), call("a"), output("a", { ok: true })],
    good: [user("go"), call("a"), output("a", "")],
  },
  "output-part-type": {
    bad: [user("go"), call("a"), output("a", [{ type: "output_text", text: "done" }])],
    good: [user("go"), call("a"), output("a", [{ type: "input_text", text: "done" }])],
  },
  "id-characters": { bad: [user("go"), message("msg.1")], good: [user("go"), message("msg_1")] },
  "id-prefix": { bad: pair({ id: "call_1" }), good: pair({ id: "fc_1" }) },
  "item-ids-unique": {
    bad: [user("go"), message("msg_1"), user("and?"), message("msg_1")],
    good: [user("go"), message("msg_1"), user("and?"), message("msg_2")],
  },
  "stored-item-exists": {
    bad: [user("go"), reasoning("rs_1"), message("msg_1")],
    good: [user("go"), reasoning("rs_1", { encrypted_content: "x" }), message("msg_1")],
    status: 404,
    request,
  },
  "reasoning-is-followed": {
    bad: [user("go"), reasoning("rs_1"), user("and?")],
    good: [user("go"), reasoning("rs_1"), reasoning("rs_2"), call("a", { id: "fc_1" }), output("a")],
  },
  "output-has-a-call": { bad: [user("go"), output("a")], good: pair() },
  "call-ids-unique": {
    bad: [user("go"), call("a"), output("a"), call("a"), output("a")],
    good: [user("go"), call("a"), output("a"), call("b"), output("b")],
  },
  "call-has-an-output": { bad: [user("go"), call("a"), user("and?")], good: [...pair(), user("and?")] },
  "approval-has-a-request": {
    bad: [user("go"), { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true }],
    good: [
      user("go"),
      { type: "mcp_approval_request", id: "mcpr_1", name: "run", arguments: "{}", server_label: "s" },
      { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
    ],
  },
};

export const refused = {
  "an output before its call": { rule: "output-has-a-call", messages: [user("go"), output("a"), call("a")] },
  "a second output of one call": { rule: "output-has-a-call", messages: [...pair(), output("a")] },
  "an output of another kind": {
    rule: "output-has-a-call",
    messages: [user("go"), custom("a"), output("a")],
    also: ["call-has-an-output"],
  },
  "a custom call without output": { rule: "call-has-an-output", messages: [user("go"), custom("a")] },
  "a computer call without output": { rule: "call-has-an-output", messages: [user("go"), computer] },
  "a local shell call without output": { rule: "call-has-an-output", messages: [user("go"), shell] },
  "a patch without output": { rule: "call-has-an-output", messages: [user("go"), patch] },
  "reasoning at the end": { rule: "reasoning-is-followed", messages: [user("go"), reasoning("rs_1")] },
  "reasoning before an output": {
    rule: "reasoning-is-followed",
    messages: [user("go"), call("a"), reasoning("rs_1"), output("a")],
  },
  "an empty item id": { rule: "id-characters", messages: pair({ id: "" }), also: ["id-prefix"] },
  "a reference without store": {
    rule: "stored-item-exists",
    messages: [user("go"), { type: "item_reference", id: "msg_1" }],
    request,
    status: 404,
  },
};

export const accepted = {
  "outputs far behind their calls, in any order": [
    user("go"),
    call("a"),
    call("b"),
    message("msg_1"),
    output("b"),
    user("and?"),
    output("a"),
  ],
  "custom calls": [user("go"), custom("a", { id: "ctc_1" }), customOutput("a")],
  "computer calls": [user("go"), computer, screenshot],
  "local shell calls, answered by id": [user("go"), shell, { type: "local_shell_call_output", id: "a", output: "{}" }],
  patches: [user("go"), patch, { type: "apply_patch_call_output", call_id: "a", status: "completed" }],
  "a hosted shell without output": [user("go"), hostedShell({ type: "container_reference", container_id: "c" })],
  "a local shell with output": [
    user("go"),
    hostedShell({ type: "local" }),
    { type: "shell_call_output", call_id: "a", output: [] },
  ],
  "reasoning without an id": [user("go"), { type: "reasoning", summary: [], encrypted_content: "x" }, user("and?")],
  "an output of a referenced call": [user("go"), { type: "item_reference", id: "fc_1" }, output("a")],
};
