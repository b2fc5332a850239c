// Tool results from recorded sessions in any message format: walks the JSON and recognizes the few shapes of a result.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `{ text, failed }` of every result of a session. */
export function* resultsOf(node) {
  if (Array.isArray(node)) {
    for (const each of node) yield* resultsOf(each);
    return;
  }
  if (node === null || typeof node !== "object") return;
  const result = readResult(node);
  if (result !== undefined) yield { ...result, failed: result.failed || saysFailure(result.text) };
  else for (const value of Object.values(node)) yield* resultsOf(value);
}

function readResult(node) {
  if (node.type === "tool_result") return { text: flat(node.content), failed: node.is_error === true };
  if (node.role === "tool" && typeof node.content === "string") return { text: node.content, failed: false };
  if (node.type === "function_call_output") return { text: flat(node.output), failed: false };
  if (node.kind === "toolResult") return { text: flat(node.content), failed: node.isError === true };
  if (node.type === "tool-result")
    return { text: flat(node.output?.value), failed: /error/.test(node.output?.type ?? "") };
  if (node.functionResponse !== undefined) {
    const { output, error } = node.functionResponse.response ?? {};
    return { text: flat(output ?? error), failed: error !== undefined };
  }
}

function flat(content) {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((part) => part.text ?? part.value ?? "").join("\n");
  return content === undefined || content === null ? "" : JSON.stringify(content);
}

/** An exit code that is not 0, where harnesses write it: in the first or last lines. */
function saysFailure(text) {
  const ends = `${text.slice(0, 400)}\n${text.slice(-400)}`;
  return /(?:exit(?:ed)?(?: with)?(?: code)?|exit_code"?|Exit Code|returned)[:= ]+"?[1-9]\d{0,2}\b|Command (?:failed|exited)/i.test(
    ends,
  );
}

/** Returns distinct texts: sessions exist in several formats. */
export function failingResults(folder, least) {
  const found = new Map();
  for (const format of readdirSync(folder).sort()) {
    if (format.includes(".")) continue;
    for (const file of readdirSync(join(folder, format)).sort()) {
      const { messages } = JSON.parse(readFileSync(join(folder, format, file), "utf8"));
      let count = 0;
      for (const { text, failed } of resultsOf(messages)) {
        count += 1;
        if (failed && text.length > least && !found.has(text)) found.set(text, { name: `${file} ${count}`, text });
      }
    }
  }
  return [...found.values()];
}
