import fc from "fast-check";
import { coerceMessageLikeToMessage, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { renderAsText, repairMessages } from "tooltrim/messages";
import { broken, formats, valid } from "../conversations/index.mjs";
import { clients, sendUIMessages } from "./clients.mjs";
import { startProviders } from "./server.mjs";
const server = await startProviders();
const seen = new Map();
const N = +process.argv[2] || 40;
const ui = (c) => (m, o) => sendUIMessages(c, m, o);
const lc = (map) => (m, o) => { let made; try { made = map(m) } catch (e) { return { ok: false, message: "coerce: " + e.message }; } return clients.langchain(made, o); };
const via = {
  "openai-chat": { chat: clients.chat }, "openai-chat-legacy": { chat: (m, o) => clients.chat(m, { ...o, model: "gpt-4o" }) },
  langchain: { langchain: clients.langchain }, "langchain-plain": { langchain: lc(m => m.map(coerceMessageLikeToMessage)) }, "langchain-serialized": { langchain: lc(m => m.map(coerceMessageLikeToMessage)) }, "langchain-stored": { langchain: lc(mapStoredMessagesToChatMessages) },
  "openai-responses": { responses: clients.responses }, "openai-responses-stored": { responses: clients.responses }, "openai-agents": { agentsResponses: clients.agentsResponses, agentsChat: clients.agentsChat },
  anthropic: { anthropic: clients.anthropic }, "anthropic-system": { anthropic: (m, o) => clients.anthropic(m.at(-1).role === "assistant" ? [...m, {role:"user",content:"?"}] : m, { ...o, model: "claude-opus-5" }) },
  gemini: { gemini: clients.gemini },
  "ai-sdk": { aisdkAnthropic: clients.aisdkAnthropic, aisdkOpenAI: clients.aisdkOpenAI, aisdkOpenAIChat: clients.aisdkOpenAIChat, aisdkGoogle: clients.aisdkGoogle },
  "ai-sdk-ui": { aisdkAnthropic: ui(clients.aisdkAnthropic), aisdkOpenAI: ui(clients.aisdkOpenAI), aisdkOpenAIChat: ui(clients.aisdkOpenAIChat), aisdkGoogle: ui(clients.aisdkGoogle) },
};
for (const f of formats.filter(({name}) => !process.argv[3] || name.match(process.argv[3]))) for (const [client, send] of Object.entries(via[f.name] ?? {})) {
  const samples = [["valid", valid(f)], ["broken", broken(f, { repeatedIds: true })]];
  for (const [kind, gen] of samples) for (const { messages, breakages } of fc.sample(gen, { numRuns: N, seed: 9 })) {
    const r = kind === "valid" ? messages : repairMessages(messages, { format: f.detects });
    const outs = kind === "valid" ? { valid: messages, text: renderAsText(messages, { format: f.detects }) } : { broken: messages, repaired: r.messages, repairedText: renderAsText(r.messages, { format: f.detects }) };
    for (const [what, out] of Object.entries(outs)) {
      const a = await send([...out], { server });
      const key = `${f.name} ${client} ${what}`;
      const s = seen.get(key) ?? { ok: 0, no: new Map() }; seen.set(key, s);
      if (a.ok) s.ok++; else { const m = a.message.replace(/[\w-]{12,}/g, "ID").replace(/\d+/g, "N").slice(0, 140); const e = s.no.get(m) ?? { n: 0, b: breakages, msg: a.message }; e.n++; s.no.set(m, e); }
    }
  }
}
for (const [k, { ok, no }] of seen) { console.log(k, "ok", ok, k.endsWith("broken") ? `refused ${[...no.values()].reduce((s,x)=>s+x.n,0)}` : ""); if (!k.endsWith("broken")) for (const [m, { n, b, msg }] of no) console.log("     ", n, m, "|", b?.join()); }
await server.close();
