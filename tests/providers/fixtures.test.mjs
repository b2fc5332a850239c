// Real sessions, sent whole through the official clients. What a provider would not take is listed in REFUSED with
// the rule it breaks; everything else must be accepted.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { clients } from "./clients.mjs";
import { startProviders } from "./server.mjs";

const fixtures = process.env.TOOLTRIM_FIXTURES;
const sessions = fixtures && join(fixtures, "sessions");
const skip =
  !sessions || !existsSync(sessions) ? "set TOOLTRIM_FIXTURES to the folder with sessions/ to run this" : false;

const GEMINI_3 = "gemini-3-pro-preview";
const CLAUDE_5 = "claude-opus-5";

/** folder of sessions → clients that take them, some with a model that demands more ("client@model") */
const CLIENTS = {
  chat: ["chat"],
  responses: ["responses"],
  anthropic: ["anthropic", `anthropic@${CLAUDE_5}`],
  gemini: ["gemini", `gemini@${GEMINI_3}`],
  aisdk: ["aisdkAnthropic", "aisdkOpenAI", "aisdkOpenAIChat", "aisdkGoogle", `aisdkGoogle@${GEMINI_3}`],
};

/** The rule that refuses every session of a client and model; what is not listed must be accepted. */
const REFUSED = {
  // All sessions end on the assistant's last word; these models want a user message there.
  [`aisdkGoogle@${GEMINI_3}`]: "ends-on-user-turn",
  [`anthropic@${CLAUDE_5}`]: "no-prefill-on-new-models",
  // The sessions carry no signatures. The AI SDK adds a stand-in the API accepts, the bare client does not.
  [`gemini@${GEMINI_3}`]: "thought-signature-of-first-call",
};

/** How many tool calls a body holds, whatever its format. */
function countCalls(value) {
  if (Array.isArray(value)) return value.reduce((sum, one) => sum + countCalls(one), 0);
  if (value === null || typeof value !== "object") return 0;
  const isCall =
    /^(function_call|custom_tool_call|tool_use|function|tool-call)$/.test(value.type) || "functionCall" in value;
  return (isCall ? 1 : 0) + Object.values(value).reduce((sum, one) => sum + countCalls(one), 0);
}

const send = (name, messages, options) => {
  const [client, model] = name.split("@");
  return clients[client](messages, { ...options, model });
};

const load = (folder, file) => JSON.parse(readFileSync(join(sessions, folder, file), "utf8"));

describe("real sessions", { skip }, () => {
  let server;
  before(async () => {
    server = await startProviders();
  });
  after(() => server.close());

  for (const [folder, names] of skip ? [] : Object.entries(CLIENTS)) {
    for (const file of readdirSync(join(sessions, folder)).sort()) {
      for (const name of names) {
        test(`${name} ${folder}/${file}`, async () => {
          const { messages, system } = load(folder, file);
          const answer = await send(name, messages, { server, system });
          const { rule, body } = server.requests.at(-1);
          assert.equal(rule, REFUSED[name], answer.message);
          assert.equal(answer.ok, rule === undefined);
          // The client really sent the calls and did not flatten them into text.
          assert.ok(countCalls(messages) > 0);
          assert.equal(countCalls(body.messages ?? body.input ?? body.contents), countCalls(messages));
        });
      }
    }
  }

  if (!skip) {
    test("as the history of a further question the sessions are accepted by these models too", async () => {
      for (const [folder, name] of [
        ["anthropic", `anthropic@${CLAUDE_5}`],
        ["aisdk", `aisdkGoogle@${GEMINI_3}`],
      ]) {
        for (const file of readdirSync(join(sessions, folder))) {
          const { messages, system } = load(folder, file);
          const asked = [...messages, { role: "user", content: "and what is left to do?" }];
          assert.deepEqual(await send(name, asked, { server, system }), { ok: true }, `${name} ${file}`);
        }
      }
    });

    test("a session cut in the middle is refused everywhere", async () => {
      for (const folder of ["chat", "responses", "anthropic", "gemini", "aisdk"]) {
        const file = "opencode-session-bridge.json";
        const { messages, system } = load(folder, file);
        const isResult = (message) =>
          /"(tool|tool_result|functionResponse|function_call_output|tool-result)"/.test(JSON.stringify(message));
        const at = messages.findIndex(isResult);
        const cut = [messages[0], ...messages.slice(at)];
        for (const name of CLIENTS[folder]) {
          const { ok } = await send(name, cut, { server, system });
          assert.equal(ok, false, `${name} ${folder}/${file}`);
        }
      }
    });
  }
});
