// @llmtrim/js compresses a request body and knows no limit. It gets one tool result in a body of its own, with its default
// preset; what is still over the limit is cut to both ends, which is kinder than the 0 it would count.
//
// It is no dependency of ours: EVALS_CONTENDERS names a folder in which `npm install @llmtrim/js` was run.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { trim } from "tooltrim";

export async function llmtrim() {
  const home = process.env.EVALS_CONTENDERS;
  if (!home) return { skipped: "EVALS_CONTENDERS is not set" };
  const folder = join(home, "node_modules/@llmtrim/js");
  if (!existsSync(folder)) return { skipped: "EVALS_CONTENDERS has no @llmtrim/js" };
  const compress = await load(folder);
  const seen = new Map();
  const shorten = (text, { again = false } = {}) => {
    if (again || !seen.has(text))
      seen.set(text, resultOf(JSON.parse(compress(bodyOf(text), "openai").request_json), text));
    return seen.get(text);
  };
  return { make: (limit) => (text) => trim(shorten(text), { maxChars: limit, rescue: false }).text, shorten };
}

/** The package is for bundlers: here its .wasm is compiled by hand. */
async function load(folder) {
  const glue = await import(pathToFileURL(join(folder, "llmtrim_wasm_bg.js")).href);
  const bytes = readFileSync(join(folder, "llmtrim_wasm_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./llmtrim_wasm_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  return glue.compress;
}

const bodyOf = (text) =>
  JSON.stringify({
    model: "gpt-4o",
    messages: [
      { role: "user", content: "Run the command and tell what failed." },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "run", arguments: '{"command":"run"}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: text },
    ],
  });

const resultOf = ({ messages }, text) => messages.find(({ role }) => role === "tool")?.content ?? text;
