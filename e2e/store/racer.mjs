// A process that puts and flushes in a namespace on command, at the same moment as others, and reports what a
// flush has acknowledged: some texts are the same in all processes.
import { setTimeout as sleep } from "node:timers/promises";
import { OutputStore } from "tooltrim/store";
import { connect } from "./racing-backends.mjs";

const [kind, place, name] = process.argv.slice(2);
const backend = await connect(kind, place);
const TURNS = 4;

async function race({ namespace, at }) {
  const acknowledged = [];
  await sleep(Math.max(0, at - Date.now()));
  const store = new OutputStore({ backend, namespace, timeoutMs: 20_000 });
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const texts = [`turn ${turn} of ${name} in ${namespace}`, `turn ${turn} of all in ${namespace}`];
    const refs = texts.map((text) => store.put(text));
    await store.flush();
    acknowledged.push(...texts.map((text, at) => [refs[at], text]));
    await sleep(Math.random() * 5);
  }
  return acknowledged;
}

process.on("message", async (message) => {
  if (message.namespace) process.send(await race(message).catch((error) => `${error.code}: ${error.message}`));
  else process.exit();
});
process.send("ready");
