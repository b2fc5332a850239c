// What has to become of the broken conversation in extension/src/messages.mjs.
import assert from "node:assert/strict";

const answer = (callId, result) => [callId, result];

export function checkMended(mended) {
  assert.ok(mended, "the extension got that far");
  const { received, asText } = mended;
  assert.deepEqual(
    [mended.format, mended.left, mended.reason, mended.isUnchanged, mended.twice],
    ["vscode", [], null, true, true],
  );
  assert.deepEqual(mended.problems, [
    "call-without-result /1/content/1",
    "results-not-first /4/content/0",
    "duplicate-result /4/content/1",
    "result-without-call /4/content/2",
    "results-not-first /6/content/1",
  ]);
  // All of VS Code's own classes, also what is new.
  assert.deepEqual(mended.shape, [
    ["Message", 1, ["Text"]],
    ["Message", 2, ["Text", "ToolCall", "ToolCall", "ToolCall"]],
    ["Message", 1, ["ToolResult", "ToolResult", "ToolResult"]],
    ["Message", 1, ["Text"]],
    ["Message", 2, ["ToolCall"]],
    ["Message", 1, ["ToolResult", "Text"]],
    ["Message", 2, ["Text"]],
    ["Message", 1, ["Text"]],
  ]);
  assert.deepEqual(mended.untouched, [0, 1, -1, 3, 5, -1, 7, 8]);
  // What the provider got is what was sent.
  assert.deepEqual([received.format, received.problems], ["vscode", []]);
  assert.deepEqual(
    received.calls.map(({ callId, result }) => [callId, result]),
    [
      answer("a", "[No result was recorded for this call.]"),
      answer("b", "no needle"),
      answer("c", "late"),
      answer("d", "ok"),
    ],
  );
  assert.deepEqual(received.calls[0].args, { path: "src/a.ts" });
  assert.deepEqual([asText.received.calls, asText.received.problems], [[], []]);
  const classes = asText.shape.flatMap(([message, , parts]) => [message, ...parts]);
  assert.deepEqual([...new Set(classes)], ["Message", "Text"]);
}
