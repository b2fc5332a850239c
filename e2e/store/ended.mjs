// A process that puts, flushes and prints what was acknowledged, until it is killed.
import { fileBackend, OutputStore } from "tooltrim/store";

const [folder, name, bytes] = process.argv.slice(2);
const backend = fileBackend(folder, { retain: { bytes: Number(bytes) } });
const store = new OutputStore({ backend, namespace: "killed" });
for (let turn = 1; ; turn += 1) {
  const texts = [0, 1, 2].map((at) => `${name}.${turn}.${at} ${"x".repeat((turn * 997) % 5000)}`);
  const refs = texts.map((text) => store.put(text));
  await store.flush();
  process.stdout.write(refs.map((ref, at) => `${ref}\t${texts[at]}\n`).join(""));
}
