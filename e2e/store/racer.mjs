// A process that opens namespaces when it is told to, at the same moment as others, and reports what a flush has
// acknowledged.
import { setTimeout as sleep } from "node:timers/promises";
import { OutputStore } from "tooltrim/store";
import { connect } from "./racing-backends.mjs";

const [kind, place, name] = process.argv.slice(2);
const backend = await connect(kind, place);
const TURNS = 4;
let store;

async function race({ namespace, at }) {
  const acknowledged = [];
  let refused;
  await sleep(Math.max(0, at - Date.now()));
  try {
    const options = { backend, namespace, timeoutMs: 20_000 };
    // Every other one begins a namespace that it takes for new.
    store = name % 2 ? new OutputStore(options) : await OutputStore.open(options);
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const text = `turn ${turn} of ${name} in ${namespace}`;
      const ref = store.put(text);
      await store.flush();
      acknowledged.push([ref, text]);
      await sleep(Math.random() * 5);
    }
  } catch (error) {
    refused = `${error.code}: ${error.message}`;
  }
  return { acknowledged, refused };
}

process.on("message", async (message) => {
  if (message.namespace) process.send(await race(message));
  else if (message === "close") {
    await store?.close?.().catch(() => {});
    process.send("closed");
  } else process.exit();
});
process.send("ready");
