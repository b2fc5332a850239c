// What repairMessages and renderAsText give is accepted: real sessions that were cut and torn, and generated broken
// conversations, through the official clients.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { coerceMessageLikeToMessage, HumanMessage, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import fc from "fast-check";
import { renderAsText, repairMessages, validateMessages } from "tooltrim/messages";
import { breakages, broken, formats } from "../conversations/index.mjs";
import { cases } from "./cases/repaired.mjs";
import { clients, sendUIMessages } from "./clients.mjs";
import { startProviders } from "./server.mjs";

const seed = Number(process.env.TOOLTRIM_SEED ?? 4);
/** Of each format; its clients share them. */
const RUNS = 60;
// LangChain's advice on its own packages, once per message.
console.warn = () => {};

let server;
before(async () => {
  server = await startProviders();
});
after(() => server.close());

const ui = (client) => (messages, options) => sendUIMessages(client, messages, options);
const create = (_, { content }) => new HumanMessage(content);
const langchain = (made) => async (messages, options) => {
  try {
    return await clients.langchain(made(messages), options);
  } catch ({ message }) {
    return { ok: false, status: undefined, message };
  }
};
const aiSdk = ["aisdkAnthropic", "aisdkOpenAI", "aisdkOpenAIChat", "aisdkGoogle"];
/** Newer models want the user's word at the end, and take system messages in between. */
const anthropicSystem = (messages, options) =>
  clients.anthropic(
    messages.at(-1)?.role === "assistant" ? [...messages, { role: "user", content: "And?" }] : messages,
    {
      ...options,
      model: "claude-opus-5",
    },
  );

/** format → client → how it is sent. Nobody sends what the others write: VS Code's host is looked at in e2e/vscode. */
const SENDS = {
  "openai-chat": { chat: clients.chat },
  "openai-chat-legacy": { chat: (messages, options) => clients.chat(messages, { ...options, model: "gpt-4o" }) },
  langchain: { langchain: clients.langchain },
  "langchain-plain": { langchain: langchain((messages) => messages.map(coerceMessageLikeToMessage)) },
  "langchain-serialized": { langchain: langchain((messages) => messages.map(coerceMessageLikeToMessage)) },
  "langchain-stored": { langchain: langchain(mapStoredMessagesToChatMessages) },
  "openai-responses": { responses: clients.responses },
  "openai-responses-stored": { responses: clients.responses },
  // Its model for Chat Completions hands items on as they stand: rules of the other API.
  "openai-agents": { agentsResponses: clients.agentsResponses },
  anthropic: { anthropic: clients.anthropic },
  "anthropic-system": { anthropic: anthropicSystem },
  gemini: { gemini: clients.gemini },
  "ai-sdk": Object.fromEntries(aiSdk.map((name) => [name, clients[name]])),
  "ai-sdk-ui": Object.fromEntries(aiSdk.map((name) => [name, ui(clients[name])])),
};

/**
 * Refusals that stay, by the messages that are sent, with the reason.
 * - a reference stands for an item that only the server has: whether an output belongs to it cannot be told
 * - OpenAI's own client for the terminal, Codex, answers a local shell call with the output of a function
 * - LangChain keeps calls in `content`, `additional_kwargs` and `tool_call_chunks`, too (two of `cases`),
 *   and cannot send what has no content
 * - where the system speaks is left as it is
 */
const STAYS = [
  [/^openai-responses/, "repaired", /^No tool (call|output) found/],
  [/^langchain/, "repaired", /must be followed by tool messages|reading 'flatMap'|must have an "id" field/],
  [/^langchain/, "as text", /must be followed by tool messages|Duplicate value|must have an "id" field/],
  [/^ai-sdk/, "repaired", /system messages are only supported at the beginning/],
  [/^ai-sdk/, "as text", /system messages are only supported at the beginning/],
];
const stays = (format, what, { message }) =>
  STAYS.some(([formats, given, says]) => formats.test(format) && given === what && says.test(message)) ||
  cases.some(({ formats, says }) => formats.includes(format) && says.test(message));

/**
 * Behind the AI SDK stand several providers, with rules of their own on ids, names and texts; what belongs together is
 * ours.
 */
const pairing =
  /found without|unexpected `tool_use_id`|must be followed by tool messages|must be a response to|No tool (call|output) found|equal to the number of function call|Tool result is missing/;
const concerns = (name, { status, message }) =>
  !name.startsWith("aisdk") || status === undefined || pairing.test(message);

// What no format knows, and values of types that no format has, go through as they are; `cases` has some of them.
const strange = /^(unknown(Parts|Messages|Fields)|emptyParts|wrong(Texts|Outputs|Roles)|nullIds)$/;
const only = Object.keys(breakages).filter((name) => !strange.test(name));

describe("generated conversations", () => {
  for (const { name: format, detects } of formats.filter(({ name }) => SENDS[name])) {
    for (const [name, send] of Object.entries(SENDS[format])) {
      test(`${format} through ${name}`, async () => {
        const runs = RUNS / Object.keys(SENDS[format]).length;
        const drawn = fc.sample(broken(format, { only, maxTurns: 3 }), { numRuns: runs * 3, seed });
        const [refusals, counts] = [new Map(), { sent: 0, refused: 0 }];
        for (const { original, messages, breakages: done } of drawn) {
          // What a client or a model does not support, it refuses before and after.
          if (counts.sent >= runs || !(await send(original, { server })).ok) continue;
          const { messages: repaired, problems, reason } = repairMessages(messages, { format: detects });
          if (problems.length > 0) continue;
          counts.sent += 1;
          if (!(await send(messages, { server })).ok) counts.refused += 1;
          const given = { repaired, "as text": renderAsText(repaired, { format: detects, create }) };
          for (const [what, out] of Object.entries(given)) {
            const answer = await send([...out], { server });
            if (answer.ok || !concerns(name, answer) || stays(format, what, answer)) continue;
            refusals.set(`${what}: ${answer.message} (${done}, ${reason})`, out);
          }
        }
        const told = [...refusals].map(([message, given]) => `${message}\n${JSON.stringify(given).slice(0, 2000)}`);
        assert.deepEqual(told, []);
        assert.ok(counts.sent >= 8, `only ${counts.sent} could be sent`);
        assert.ok(counts.refused > 1, `only ${counts.refused} were refused as they were`);
      });
    }
  }
});

describe("each by itself: refused, and mended", () => {
  for (const { what, format, client, messages, says, todo, rendered } of cases) {
    test(`${format}: ${what}`, { todo }, async () => {
      const send = (given) => SENDS[format][client]([...given], { server });
      const { detects } = formats.find(({ name }) => name === format);
      if (rendered) {
        assert.deepEqual(await send(renderAsText(messages, { format: detects })), { ok: true });
        return;
      }
      const answer = await send(messages);
      assert.equal(answer.ok, false, "it is accepted as it is");
      assert.match(answer.message, says);
      assert.notDeepEqual(validateMessages(messages, { format: detects }), []);
      const { messages: repaired, problems, reason } = repairMessages(messages, { format: detects });
      assert.deepEqual({ problems, reason, ...(await send(repaired)) }, { problems: [], reason: null, ok: true });
    });
  }
});

const root = process.env.TOOLTRIM_FIXTURES && join(process.env.TOOLTRIM_FIXTURES, "sessions");
const skip = !root || !existsSync(root) ? "set TOOLTRIM_FIXTURES to the folder with sessions/ to run this" : false;
const FOLDERS = {
  chat: "openai-chat",
  responses: "openai-responses",
  anthropic: "anthropic",
  gemini: "gemini",
  aisdk: "ai-sdk",
};

/** Cut at either end, without its results, with every third message gone, and the other way round. */
const TEARS = {
  "cut at the start": (messages) => messages.slice(Math.floor(messages.length / 2)),
  "cut at the end": (messages) => messages.slice(0, Math.floor(messages.length / 2)),
  "without results": (messages) =>
    messages.filter((one) => !/"tool_result"|_output"|"functionResponse"|"role":"tool"/.test(JSON.stringify(one))),
  "with holes": (messages) => messages.filter((_, at) => at % 3 !== 1),
  "in pairs turned round": (messages) =>
    messages.flatMap((_, at) => (at % 2 ? [] : messages.slice(at, at + 2).reverse())),
};

describe("real sessions, torn", { skip }, () => {
  for (const [folder, format] of skip ? [] : Object.entries(FOLDERS)) {
    for (const file of readdirSync(join(root, folder)).sort()) {
      test(`${folder}/${file}`, async () => {
        const { messages, system } = JSON.parse(readFileSync(join(root, folder, file), "utf8"));
        for (const [tear, torn] of Object.entries(TEARS)) {
          const { messages: repaired, problems, reason } = repairMessages(torn(messages), { format });
          assert.deepEqual({ problems, reason }, { problems: [], reason: null }, tear);
          for (const [name, send] of Object.entries(SENDS[format])) {
            for (const [what, given] of Object.entries({ repaired, "as text": renderAsText(repaired, { format }) })) {
              const answer = await send([...given], { server, system });
              const fine = answer.ok || !concerns(name, answer) || stays(format, what, answer);
              assert.ok(fine, `${tear}, ${what}, ${name}: ${answer.message}`);
            }
          }
        }
      });
    }
  }
});
