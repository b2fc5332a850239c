// For every rule of Gemini: the smallest contents that break it, and their valid twin.
//   raw    sent without the SDK, which would mend or refuse the contents itself
//   model  another model than the default, which is older than Gemini 3
const content = (role, ...parts) => ({
  role,
  parts: parts.map((part) => (typeof part === "string" ? { text: part } : part)),
});
const user = (...parts) => content("user", ...parts);
const model = (...parts) => content("model", ...parts);
const call = (name, more) => ({ functionCall: { name, args: {} }, ...more });
const answer = (name, response = { output: "done" }) => ({ functionResponse: { name, response } });
const signed = { thoughtSignature: "AA==" };
const pair = [user("go"), model(call("run")), user(answer("run"))];
const three = "gemini-3-pro-preview";

export const cases = {
  "contents-not-empty": { bad: [], good: [user("go")], raw: true },
  "part-fields-known": {
    bad: [user({ text: "go", kind: "text" })],
    good: [user({ text: "go", thought: false })],
    raw: true,
  },
  "one-kind-of-data": {
    bad: [user("go"), model({ text: "so", executableCode: { language: "PYTHON", code: "1" } })],
    good: [user("go"), model("so", { executableCode: { language: "PYTHON", code: "1" } })],
  },
  "args-are-an-object": {
    bad: [user("go"), model({ functionCall: { name: "run", args: "{}" } }), user(answer("run"))],
    good: [user("go"), model({ functionCall: { name: "run" } }), user(answer("run"))],
  },
  "response-is-an-object": { bad: [user("go"), model(call("run")), user(answer("run", "done"))], good: pair },
  "role-known": { bad: [user("go"), content("assistant", "hm")], good: [user("go"), model("hm")], raw: true },
  "parts-not-empty": { bad: [user("go"), model()], good: [user("go"), model("hm")] },
  "part-has-data": { bad: [user("go"), model("")], good: [user("go"), model("hm")] },
  "call-name-not-empty": {
    bad: [user("go"), model(call("")), user(answer("run"))],
    good: pair,
    also: ["responses-match-calls"],
  },
  "response-name-not-empty": {
    bad: [user("go"), model(call("run")), user(answer(""))],
    good: pair,
    also: ["responses-match-calls"],
  },
  "response-present": {
    bad: [user("go"), model(call("run")), user({ functionResponse: { name: "run" } })],
    good: pair,
  },
  "call-after-user-or-response": {
    bad: [user("go"), model("I will"), model(call("run")), user(answer("run"))],
    good: [user("go"), model("I will", call("run")), user(answer("run"))],
  },
  "response-after-call": {
    bad: [user("go"), model("hm"), user(answer("run"))],
    good: pair,
    also: ["as-many-responses-as-calls", "responses-match-calls"],
  },
  "as-many-responses-as-calls": {
    bad: [user("go"), model(call("run"), call("run")), user(answer("run"))],
    good: [user("go"), model(call("run"), call("run")), user(answer("run"), answer("run"))],
    also: ["responses-match-calls"],
  },
  "last-call-answered": { bad: [user("go"), model(call("run"))], good: pair },
  "responses-match-calls": { bad: [user("go"), model(call("run")), user(answer("walk"))], good: pair },
  "ends-on-user-turn": {
    bad: [user("go"), model("hm")],
    good: [user("go"), model("hm"), user("and?")],
    model: three,
  },
  "thought-signature-of-first-call": {
    bad: [user("go"), model(call("run")), user(answer("run"))],
    good: [user("go"), model(call("run", signed), call("run")), user(answer("run"), answer("run"))],
    model: three,
  },
};

export const refused = {
  "a history beginning with a call": { rule: "call-after-user-or-response", messages: pair.slice(1) },
  "a history beginning with a response": {
    rule: "response-after-call",
    messages: pair.slice(2),
    also: ["as-many-responses-as-calls", "responses-match-calls"],
  },
  "a call answered by text": { rule: "response-after-call", messages: [user("go"), model(call("run")), user("and?")] },
  "responses split over two contents": {
    rule: "response-after-call",
    messages: [user("go"), model(call("run"), call("walk")), user(answer("run")), user(answer("walk"))],
    also: ["as-many-responses-as-calls", "responses-match-calls"],
  },
  "a later step without a signature": {
    rule: "thought-signature-of-first-call",
    messages: [user("go"), model(call("run", signed)), user(answer("run")), model(call("run")), user(answer("run"))],
    model: three,
  },
};

export const accepted = {
  "a model content at the end, before Gemini 3": [user("go"), model("hm")],
  "two user contents in a row": [user("a"), user("b")],
  "a model content first": [model("hello"), user("hi")],
  "no role": { messages: [{ parts: [{ text: "go" }] }], raw: true },
  "results with the role function": {
    messages: [user("go"), model(call("run")), content("function", answer("run"))],
    raw: true,
  },
  "text beside the responses": [user("go"), model(call("run")), user(answer("run"), "and?")],
  "earlier turns without signatures": { messages: [...pair, model("done"), user("and?")], model: three },
  "responses with ids": [
    user("go"),
    model({ functionCall: { id: "1", name: "run", args: {} } }),
    user({ functionResponse: { id: "1", name: "run", response: {} } }),
  ],
};
