// A call of Claude stands in a message of LangChain twice: in the content, which is sent, and in `tool_calls`.
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { compactMessages } from "tooltrim";
import { expect, test } from "vitest";

const conversation = () => {
  const messages: BaseMessage[] = [new HumanMessage("Write the modules.")];
  for (let n = 0; n < 20; n += 1) {
    const args = { file_path: `src/${n}.ts`, content: `// password: hunter2-${n}\n${"let x = 1;\n".repeat(200)}` };
    const id = `toolu_${n}`;
    const content = [
      { type: "text", text: "I write it." },
      { type: "tool_use", id, name: "write_file", input: args },
    ];
    messages.push(new AIMessage({ content, tool_calls: [{ type: "tool_call", id, name: "write_file", args }] }));
    messages.push(new ToolMessage({ content: "ok", tool_call_id: id, name: "write_file" }));
  }
  return messages;
};

test.each(["mask", "summary"] as const)("both get smaller: %s", (style) => {
  const messages = conversation();
  const { messages: left, report } = compactMessages(messages as never[], {
    window: { chars: 20_000 },
    compactTo: 0.3,
    style,
    recentCallsToKeep: 1,
  });
  for (const message of left as unknown as BaseMessage[]) {
    if (!(message instanceof AIMessage) || typeof message.content === "string") continue;
    const blocks = message.content.filter(({ type }) => type === "tool_use");
    expect(blocks.map(({ input }) => input)).toEqual((message.tool_calls ?? []).map(({ args }) => args));
  }
  const sent = left as unknown as BaseMessage[];
  expect(JSON.stringify(sent.map(({ content }) => content)).length).toBeLessThan(report.after.chars * 2);
  expect((messages[1] as AIMessage).tool_calls?.[0]?.args.content).toContain("hunter2");
});
