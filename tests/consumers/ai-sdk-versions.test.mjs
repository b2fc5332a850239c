// The retrieval tool and limited tools in each version of the AI SDK, with that version's own test model.
import assert from "node:assert/strict";
import { test } from "node:test";
import { trim } from "tooltrim";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { limitAiSdkTools } from "tooltrim/tools";

/** What a model answers, in the words of the specification 2, and of 3 and 4. */
const answers = {
  MockLanguageModelV2: (finishReason, content) => ({
    ...{ content, finishReason, warnings: [] },
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  }),
  MockLanguageModelV3: (unified, content) => ({
    ...{ content, finishReason: { unified, raw: unified }, warnings: [] },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  }),
};
answers.MockLanguageModelV4 = answers.MockLanguageModelV3;

const versions = [
  ["ai-5", "MockLanguageModelV2"],
  ["ai", "MockLanguageModelV3"],
  ["ai-7", "MockLanguageModelV4"],
];
for (const [library, mock] of versions) {
  test(`${library}: a model reads what was cut`, async () => {
    const ai = await import(library);
    const { [mock]: Model } = await import(`${library}/test`);
    const store = new OutputStore();
    trim("ok\n".repeat(9000), { maxChars: 200, store });
    const { name, definition } = retrieveTool(store, "ai-sdk");
    const log = ai.tool({
      inputSchema: ai.jsonSchema({ type: "object", properties: {} }),
      execute: async () => "line\n".repeat(9000),
    });
    const calls = [
      { toolName: name, input: '{"ref":"#R1","lines":"5"}' },
      { toolName: "log", input: "{}" },
    ].map((call, at) => ({ type: "tool-call", toolCallId: `call_${at}`, ...call }));
    const sent = [];
    const model = new Model({
      doGenerate: async (request) => {
        sent.push(request);
        const answer = answers[mock];
        return sent.length === 1 ? answer("tool-calls", calls) : answer("stop", [{ type: "text", text: "Done." }]);
      },
    });
    const { steps, text } = await ai.generateText({
      model,
      prompt: "Go.",
      tools: { [name]: definition, ...limitAiSdkTools({ log }, { output: { maxChars: 100 } }) },
      stopWhen: (ai.stepCountIs ?? ai.isStepCount)(3),
    });
    assert.equal(text, "Done.");
    const [recalled, limited] = steps[0].toolResults.map(({ output }) => output);
    assert.equal(recalled, "[#R1: line 5 of 9,000]\nok\n");
    assert.match(limited, /truncated/);
    assert.deepEqual(sent[0].tools[0].inputSchema.required, ["ref"]);
  });
}
