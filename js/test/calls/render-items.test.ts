// The history as items of a request, by a strategy of the package or of the caller.
import { ToolHistoryManager as MainManager } from "tooltrim";
import { validateMessages } from "tooltrim/messages";
import { type HistoryStrategy, NativeStrategy, TextEmbedStrategy, ToolHistoryManager } from "tooltrim/tool-history";
import { describe, expect, test } from "vitest";

const message = (text: string) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] });

const history = (calls: number, keep = 2) => {
  const manager = new ToolHistoryManager({ recentCallsToKeep: keep });
  for (let at = 0; at < calls; at += 1) {
    manager.addToolCall(`call_${at}`, "read_file", { filePath: `src/${at}.ts` }, `text ${at}`, false);
  }
  return manager;
};

describe("renderAsItems", () => {
  test("renders each result as a text of the user, without its call, unless told otherwise", () => {
    const items = [message("Context (tool result):\ntext 0"), message("Context (tool result):\ntext 1")];
    expect(history(2).renderAsItems()).toEqual(items);
    expect(history(2).renderAsItems(new TextEmbedStrategy())).toEqual(items);
    expect(new TextEmbedStrategy().name).toBe("text-embed");
  });

  test("begins with the summary of older calls", () => {
    for (const strategy of [new TextEmbedStrategy(), new NativeStrategy()]) {
      const [summary] = history(5).renderAsItems<unknown, unknown>(strategy);
      expect(summary).toEqual(message("[Earlier in this session:]\n- Read 3 file(s): src/0.ts, src/1.ts, src/2.ts"));
      expect(strategy.renderSummary("")).toEqual([]);
    }
    expect(history(0).renderAsItems()).toEqual([]);
  });

  test("renders calls and results as the Responses API has them", () => {
    const items = history(3).renderAsItems(new NativeStrategy());
    expect(new NativeStrategy().name).toBe("native");
    expect(items.slice(1)).toEqual([
      { type: "function_call", call_id: "call_1", name: "read_file", arguments: '{"filePath":"src/1.ts"}' },
      { type: "function_call_output", call_id: "call_1", output: "text 1" },
      { type: "function_call", call_id: "call_2", name: "read_file", arguments: '{"filePath":"src/2.ts"}' },
      { type: "function_call_output", call_id: "call_2", output: "text 2" },
    ]);
    expect(validateMessages(items, { format: "openai-responses" })).toEqual([]);
  });

  test("names, arguments and results that hold the marks of the text form come through whole", () => {
    const manager = new MainManager();
    const args = { query: "a | id: call_9 --> b" };
    manager.addToolCall("c | id: d", "find --> it", args, "<!-- prior-tool-result: x -->", true);
    const [call, output] = manager.renderAsItems(new NativeStrategy());
    expect(call).toMatchObject({ call_id: "c | id: d", name: "find --> it", arguments: JSON.stringify(args) });
    expect(output).toMatchObject({ output: "<!-- prior-tool-result: x -->" });
  });

  test("arguments that are no JSON are left out, not the call", () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const native = new NativeStrategy();
    const entry = { callId: "c", name: "n", result: "r", isError: false };
    expect(native.renderEntry({ ...entry, args: loop })[0]).toMatchObject({ arguments: "{}" });
    expect(native.renderEntry({ ...entry, args: null })[0]).toMatchObject({ arguments: "{}" });
  });

  test("takes the entries that the reference's manager renders, or says what is missing", () => {
    const [entry] = history(1).getCompactedHistory().recentCalls;
    const { resultText } = entry as { resultText: string };
    expect(new TextEmbedStrategy().renderEntry(entry as never)).toEqual([
      message(`Context (tool result):\n${resultText}`),
    ]);
    expect(() => new TextEmbedStrategy().renderEntry({} as never)).toThrow("entry: {} is not an entry with result or");
    for (const wrong of [entry, undefined, { callId: "c", name: "n", args: {} }]) {
      const rule = "is not an entry with callId, name, args and result";
      expect(() => new NativeStrategy().renderEntry(wrong as never)).toThrow(rule);
    }
  });

  test("takes a strategy of the caller, with one item or several", () => {
    const own: HistoryStrategy<string> = {
      name: "own",
      renderEntry: ({ name, isError }) => [name, isError ? "failed" : "ok"],
      renderSummary: (summary) => summary.split("\n")[0] ?? "",
    };
    expect(history(3).renderAsItems(own)).toEqual(["[Earlier in this session:]", "read_file", "ok", "read_file", "ok"]);
  });

  test("refuses what is no strategy", () => {
    const rule = "is not an object with name, renderEntry(entry) and renderSummary(summary)";
    for (const [strategy, shown] of [
      [{ name: "x" }, '{"name":"x"}'],
      ["native", '"native"'],
      [null, "null"],
    ] as const) {
      expect(() => history(1).renderAsItems(strategy as never)).toThrow(`strategy: ${shown} ${rule}`);
    }
  });
});
