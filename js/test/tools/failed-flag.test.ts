// What `toolify` returns for an error is a failure in each format that has a flag for it.
import { ToolMessage, tool } from "langchain";
import { toolify } from "tooltrim";
import { limitAiSdkTool, limitCallToolResult, limitLangChainTool } from "tooltrim/tools";
import { expect, test } from "vitest";
import { z } from "zod";

const read = toolify(({ path }: { path: string }) => {
  if (path !== "a.txt") throw new Error(`no such file: ${path}`);
  return "a line";
});
const [failed, whole] = [await read({ path: "gone.txt" }), await read({ path: "a.txt" })];

test("in MCP", () => {
  const result = (text: string) => limitCallToolResult({ content: [{ type: "text", text }] });
  expect(failed).toBe("Tool Failed: no such file: gone.txt");
  expect(result(failed)).toEqual({ content: [{ type: "text", text: failed }], isError: true });
  expect(result(whole)).toEqual({ content: [{ type: "text", text: whole }] });
  const denied = { content: [{ type: "text", text: failed }], isError: false };
  expect(limitCallToolResult(denied)).toBe(denied);
});

test("in the AI SDK, where a tool says what the model gets", async () => {
  const limited = limitAiSdkTool({
    inputSchema: {},
    execute: read,
    toModelOutput: (value: string) => ({ type: "text", value }),
  });
  expect(await limited.toModelOutput(failed)).toEqual({ type: "error-text", value: failed });
  expect(await limited.toModelOutput(whole)).toEqual({ type: "text", value: whole });
});

test("in LangChain", async () => {
  const schema = z.object({ path: z.string() });
  const limited = limitLangChainTool(tool(read, { name: "read", description: "Reads.", schema }));
  const call = (path: string) => ({ type: "tool_call" as const, id: "call_1", name: "read", args: { path } });
  const [bad, good] = [await limited.invoke(call("gone.txt")), await limited.invoke(call("a.txt"))];
  expect(bad).toBeInstanceOf(ToolMessage);
  expect(bad).toMatchObject({ status: "error", content: failed });
  expect(good).toMatchObject({ content: whole });
  expect((good as ToolMessage).status).not.toBe("error");
});
