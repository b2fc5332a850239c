// Values of the wrong type, empty texts and lists, and what no format knows.
import { bodyOf, isUiCall, read, slot, units, write } from "../anatomy.mjs";

/** Writes `made` where a unit of this kind has `what`. */
const change = (kind, what, make) => (messages, die) => {
  const found = units(messages, kind).flatMap(({ value }) => {
    const path = slot(value, kind, what);
    return path ? [{ value, path }] : [];
  });
  if (found.length === 0) return false;
  const { value, path } = die.pick(`${kind} ${what}`, found);
  write(value, path, make(read(value, path), die));
};

/** The object where a string belongs, and the other way round. */
const turned = (value) => {
  if (typeof value !== "string") return JSON.stringify(value);
  try {
    return JSON.parse(value);
  } catch {
    return { value };
  }
};

const unknownPart = (die) =>
  die.pick("part", [
    { type: "hologram", data: "x", id: "h1" },
    { type: "tool_future", input: {} },
    { kind: "future", value: 1 },
    { type: "" },
    { text: 7, type: "text" },
  ]);

/** The lists of parts that messages have. */
const partLists = (messages) =>
  messages
    .map(bodyOf)
    .flatMap((body) => ["content", "parts"].filter((key) => Array.isArray(body[key])).map((key) => body[key]));

export const values = {
  turnedArguments: change("call", "args", turned),
  invalidArguments: change("call", "args", (value, die) =>
    die.pick("invalid", [
      '{"path": "src/',
      "",
      "null",
      "[]",
      "{}{}",
      typeof value === "string" ? `${value}}` : [value],
    ]),
  ),
  wrongArguments: change("call", "args", (_, die) => die.pick("wrong", [null, 7, true, ["a"], undefined])),
  wrongOutputs: change("result", "output", (_, die) =>
    die.pick("wrong", [null, 7, {}, [null], undefined, [{ type: "?" }]]),
  ),
  emptyOutputs: change("result", "output", (value, die) =>
    typeof value === "string" ? "" : die.pick("empty", [[], ""]),
  ),
  emptyTexts: change("text", "text", (_, die) => die.pick("empty", ["", " ", "\n\t", "\u00a0"])),
  wrongTexts: change("text", "text", (_, die) => die.pick("wrong", [null, 7, {}, undefined])),
  trailingSpace: change("text", "text", (value) => `${value} \n`),
  emptyThinking: change("thinking", "text", (value) => (Array.isArray(value) ? [] : "")),

  missingSignature(messages, die) {
    // In Gemini's format it stands at the part that was thought about.
    const signed = units(messages).flatMap(({ kind, value }) => {
      const path =
        kind === "thinking"
          ? slot(value, kind, "signature")
          : ["thoughtSignature", "thought_signature"].find((key) => value?.[key]);
      return path ? [{ value, path }] : [];
    });
    if (signed.length === 0) return false;
    const { value, path } = die.pick("signed", signed);
    write(value, path, undefined);
  },
  emptyContent(messages, die) {
    const able = messages.map(bodyOf).filter((body) => "content" in body || "parts" in body);
    if (able.length === 0) return false;
    const message = die.pick("message", able);
    if (Array.isArray(message.parts)) message.parts = [];
    else message.content = die.pick("empty", [[], ""]);
  },
  missingContent(messages, die) {
    const message = bodyOf(die.pick("message", messages));
    const key = ["content", "parts"].find((name) => name in message);
    if (!key) return false;
    // In VS Code's classes this is an accessor, which cannot be deleted.
    if (Object.hasOwn(message, key) && die.chance("deleted", 2)) delete message[key];
    else message[key] = die.pick("nothing", [null, undefined]);
  },
  emptyCalls(messages, die) {
    const able = messages.filter(({ role, tool_calls }) => role === "assistant" && tool_calls === undefined);
    // Only where there is such a list at all.
    if (able.length === 0 || !messages.some(({ tool_calls, tool_call_id }) => tool_calls ?? tool_call_id)) return false;
    die.pick("message", able).tool_calls = [];
  },
  wrongRoles(messages, die) {
    const able = messages.filter((message) => message.role !== undefined);
    if (able.length === 0) return false;
    const message = die.pick("message", able);
    message.role = die.pick("role", ["", "bot", 0, 9, null, "User", message.role === "user" ? "assistant" : "user"]);
  },
  emptyParts(messages, die) {
    const list = die.pick("list", partLists(messages));
    if (!list) return false;
    list.splice(die.number("at", list.length + 1), 0, die.pick("part", [{}, null, "", { type: "text", text: "" }]));
  },
  unknownParts(messages, die) {
    const list = die.pick("list", partLists(messages));
    if (!list) return false;
    list.splice(die.number("at", list.length + 1), 0, unknownPart(die));
  },
  unknownMessages(messages, die) {
    const message = die.pick("message", [
      { type: "future_call", id: "x_1", payload: {} },
      { role: "critic", content: "good" },
      { role: "assistant", content: [unknownPart(die)] },
    ]);
    messages.splice(die.number("at", messages.length + 1), 0, message);
  },
  unknownFields(messages, die) {
    const { value } = die.pick(
      "unit",
      units(messages).filter((unit) => typeof unit.value === "object" && unit.value),
    );
    value[die.pick("field", ["x_vendor", "cacheKey", "_private"])] = { since: 2030, list: [1, null] };
  },

  /** LangChain keeps calls whose arguments it cannot parse apart; its model for OpenAI then does not send them. */
  unparsedCalls(messages, die) {
    const able = units(messages, "call").filter(({ value, at }) => at[1] === "tool_calls" && value.args !== undefined);
    if (able.length === 0) return false;
    const { value, at } = die.pick("call", able);
    const body = bodyOf(messages[at[0]]);
    const { id, name } = value;
    body.tool_calls.splice(at[2], 1);
    body.invalid_tool_calls = [{ type: "invalid_tool_call", id, name, args: '{"path": ', error: "Malformed args." }];
  },

  /** Of a call with its result in one part: the result goes, with the state or without. */
  strippedOutput(messages, die) {
    const done = units(messages, "call").filter(({ value }) => isUiCall(value) && /^output/.test(value.state));
    if (done.length === 0) return false;
    const { value } = die.pick("done", done);
    for (const key of ["output", "errorText"]) delete value[key];
    if (die.chance("state", 2)) value.state = die.pick("new state", ["input-available", "input-streaming", "future"]);
  },
};
