// Messages that are objects of classes: what is changed keeps its class, what is new gets one.
import { AIMessage, HumanMessage, isBaseMessage, ToolMessage } from "@langchain/core/messages";
import { applyEdits, renderAsText, repairMessages, type WriteOptions } from "tooltrim/messages";
import { describe, expect, test, vi } from "vitest";
import { breakages, broken, valid } from "../../../tests/conversations/index.mjs";
// @ts-expect-error: it has no declarations
import * as classes from "../../../tests/conversations/vscode-classes.mjs";
import { failure } from "../support/errors.js";
import { all, drawn, type Loose } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

const {
  LanguageModelChatMessage: Message,
  LanguageModelTextPart: TextPart,
  LanguageModelToolCallPart: CallPart,
  LanguageModelToolResultPart: ResultPart,
  LanguageModelToolResultPart2: ResultPart2,
} = classes;

const call = (id: string, name = "ls") => new CallPart(id, name, { path: "." });
const result = (id: string, text = "lib.rs") => new ResultPart(id, [new TextPart(text)]);
/** What is put in by others is of no class. */
const only = Object.keys(breakages).filter((name) => !/^(unknownParts|emptyParts|unknownMessages)$/.test(name));
const NO_RESULT = "[No result was recorded for this call.]";

describe("VS Code", () => {
  const known = new Set<unknown>(Object.values(classes).map((one) => (one as Loose).prototype));

  test("whatever is mended or rendered, messages and parts are of the classes they were", () => {
    all(drawn(broken("vscode", { repeatedIds: true, only }), 60)(), ({ messages }) => {
      const create: WriteOptions["create"] = (_, { value }) => new TextPart(value);
      for (const written of [repairMessages(messages).messages, renderAsText(messages, { create })] as Loose[][]) {
        for (const message of written) {
          expect(message).toBeInstanceOf(Message);
          for (const part of message.content ?? []) expect(known.has(Object.getPrototypeOf(part))).toBe(true);
        }
      }
    });
  });

  test("an inserted result is of the class that results have, and its text of that of texts", () => {
    const messages = [
      Message.User("look around"),
      Message.Assistant([call("a"), call("b")]),
      Message.User([new ResultPart2("a", [new TextPart("lib.rs")])]),
    ];
    const { messages: repaired, edits } = repairMessages(messages);
    const made = repaired[2].content[1];
    expect(made).toBeInstanceOf(ResultPart2);
    expect(Object.getPrototypeOf(made)).toBe(ResultPart2.prototype);
    expect(made).toEqual(Object.assign(new ResultPart2("b", []), { content: made.content, isError: true }));
    expect(made.content[0]).toBeInstanceOf(TextPart);
    expect(made.content[0].toJSON()).toMatchObject({ value: NO_RESULT });
    expect(repaired[2]).toBeInstanceOf(Message);
    expect(repaired[2].content[0]).toBe(messages[2].content[0]);
    expect([repaired[0] === messages[0], repaired[1] === messages[1]]).toEqual([true, true]);
    expect(applyEdits(messages, edits)).toEqual(repaired);
  });

  test("content behind an accessor is set through it, and that of the original stays", () => {
    const messages = [Message.User("look"), Message.Assistant([call("a")]), Message.User([result("a"), result("zz")])];
    const before = [...messages[2].content];
    const { messages: repaired } = repairMessages(messages);
    expect(Object.keys(repaired[2])).toEqual(Object.keys(messages[2]));
    expect(repaired[2].content).toEqual([before[0]]);
    expect(repaired[2]._content).toBe(repaired[2].content);
    expect(messages[2].content).toEqual(before);
    repaired[2].content = "text";
    expect(repaired[2].content[0]).toBeInstanceOf(TextPart);
  });

  test("an inserted message is of the class that messages have, from the user, with a content of its own", () => {
    const messages = [Message.User("look"), Message.Assistant([call("a")]), Message.Assistant([new TextPart("so")])];
    const { messages: repaired } = repairMessages([...messages, Message.User([result("b")])], { format: "vscode" });
    const made = repaired[2];
    expect(made).toBeInstanceOf(Message);
    expect(made.role).toBe(1);
    expect(made.content[0]).toBeInstanceOf(ResultPart);
    expect(messages[0].content).toHaveLength(1);
  });

  describe("when no part shows the class of results", () => {
    const messages = [Message.User("look"), Message.Assistant([call("a")]), Message.User("so?")];

    test("`create` makes the part, and is told of which kind and what is in it", () => {
      const create = vi.fn<NonNullable<WriteOptions["create"]>>((kind, value: Loose) =>
        kind === "text" ? new TextPart(value.value) : new ResultPart(value.callId, value.content, value.isError),
      );
      const { messages: repaired, repairs, problems } = repairMessages(messages, { create });
      expect(repairs).toEqual([{ path: "/1/content/0", rule: "call-without-result", action: "inserted" }]);
      expect(problems).toEqual([]);
      const [made, text] = [repaired[2].content[0], repaired[2].content[0].content[0]];
      expect([made instanceof ResultPart, text instanceof TextPart]).toEqual([true, true]);
      expect(made).toMatchObject({ callId: "a", isError: true });
      expect(text.value).toBe(NO_RESULT);
      expect(create.mock.calls.map(([kind]) => kind)).toContain("toolResult");
    });

    test("without `create` the call goes, and that is reported", () => {
      const { messages: repaired, repairs, problems, reason } = repairMessages(messages);
      expect(repaired.map(({ content }: Loose) => content)).toEqual([messages[0].content, messages[2].content]);
      expect(repairs).toEqual([{ path: "/1/content/0", rule: "call-without-result", action: "dropped" }]);
      expect({ problems, reason }).toEqual({ problems: [], reason: null });
    });

    test("what `create` throws is the reason why nothing was changed", () => {
      const create = () => {
        throw new RangeError("no such part");
      };
      const { messages: same, changed, reason, problems } = repairMessages(messages, { create });
      expect([same === messages, changed, problems.length]).toEqual([true, false, 1]);
      expect(reason).toContain("no such part");
    });
  });

  test("as text, a text within a result shows the class, too", () => {
    const messages = [Message.Assistant([call("a")]), Message.User([result("a")])];
    expect((renderAsText(messages) as Loose[])[0].content[0]).toBeInstanceOf(TextPart);
  });

  test("as text, without any text to take the class from, `create` is asked for by name", () => {
    const messages = [Message.Assistant([call("a")]), Message.User([new ResultPart("a", [])])];
    expect(failure(() => renderAsText(messages))).toBe(
      "INVALID_OPTION: create: is needed, as no text in the messages is of the class that a new one has to be of",
    );
    const create = (_: string, { value }: Loose) => new TextPart(value);
    const rendered = renderAsText(messages, { create }) as Loose[];
    expect(rendered.map(({ content }) => content[0] instanceof TextPart)).toEqual([true, true]);
  });
});

describe("LangChain", () => {
  const ask = new HumanMessage("look around");
  const calls = (...ids: string[]) =>
    new AIMessage({ content: "", tool_calls: ids.map((id) => ({ id, name: "ls", args: {}, type: "tool_call" })) });
  const answer = (id: string) =>
    new ToolMessage({ content: "lib.rs", tool_call_id: id, name: "ls", id: "m1", artifact: { raw: 1 } });

  test("whatever is mended or rendered, messages are messages", () => {
    all(drawn(broken("langchain", { repeatedIds: true, only }), 40)(), ({ messages }) => {
      const create = () => ask;
      for (const written of [repairMessages<unknown>(messages).messages, renderAsText<unknown>(messages, { create })]) {
        expect(written.every((message) => isBaseMessage(message as never))).toBe(true);
      }
    });
  });

  test("an inserted result is a ToolMessage with nothing of the one it was made after", () => {
    const messages = [ask, calls("a", "b"), answer("a"), ask];
    const repaired = repairMessages(messages).messages;
    const made = repaired[3] as ToolMessage;
    expect(made).toBeInstanceOf(ToolMessage);
    expect(Object.getPrototypeOf(made)).toBe(ToolMessage.prototype);
    expect(made).toMatchObject({ content: NO_RESULT, tool_call_id: "b", name: "ls", status: "error" });
    expect([made.id, made.artifact]).toEqual([undefined, undefined]);
    expect(made.getType()).toBe("tool");
    expect(made.text).toBe(NO_RESULT);
    expect(JSON.stringify(made)).not.toContain("lib.rs");
  });

  test("as text, results are HumanMessages, and calls leave their message", () => {
    const rendered = renderAsText([ask, calls("a"), answer("a")]);
    expect(rendered.map((message) => message.getType())).toEqual(["human", "ai", "human"]);
    expect(rendered[2]).toBeInstanceOf(HumanMessage);
    expect((rendered[1] as AIMessage).text).toBe("<!-- prior-tool: ls | id: a | args: {} -->");
    expect((rendered[1] as AIMessage).tool_calls ?? []).toEqual([]);
    expect(rendered[0]).toBe(ask);
  });

  test("as text, without a HumanMessage to take the class from, `create` is asked for by name", () => {
    const messages = [calls("a"), answer("a")];
    expect(failure(() => renderAsText<Loose>(messages))).toMatch(/^INVALID_OPTION: create: is needed/);
    const create = (_: string, { content }: Loose) => new HumanMessage(content);
    expect(renderAsText<Loose>(messages, { create })[1]).toBeInstanceOf(HumanMessage);
  });

  test("without a result to take the class from, `create` makes it, or the call goes", () => {
    const messages = [ask, calls("a"), ask];
    const create = (_: string, { content, tool_call_id }: Loose) => new ToolMessage({ content, tool_call_id });
    expect(repairMessages<Loose>(messages, { create }).messages[2]).toBeInstanceOf(ToolMessage);
    const { messages: repaired, repairs } = repairMessages<Loose>(messages);
    expect(repaired.every((message) => (message.tool_calls ?? []).length === 0)).toBe(true);
    expect(repairs[0]).toEqual({ path: "/1/tool_calls/0", rule: "call-without-result", action: "dropped" });
  });

  test("valid ones come back as they came", () => {
    all(drawn(valid("langchain"), 20)(), ({ messages }) => expect(repairMessages(messages).messages).toBe(messages));
  });
});

test("objects that cannot be copied come back as they came, and the reason says why", () => {
  class Sealed {
    role = "user";
    #content: unknown;
    constructor(content: unknown) {
      this.#content = content;
    }
    get content() {
      return this.#content;
    }
    set content(value) {
      this.#content = value;
    }
  }
  const messages = [
    new Sealed([
      { type: "tool_result", tool_use_id: "a", content: "x" },
      { type: "text", text: "b" },
    ]),
  ];
  const repaired = repairMessages(messages, { format: "anthropic" });
  expect(repaired).toMatchObject({ changed: false, edits: [], repairs: [] });
  expect(repaired.messages).toBe(messages);
  expect(repaired.reason).toMatch(/private member/);
  expect(repaired.problems.map(({ rule }) => rule)).toContain("result-without-call");
});
