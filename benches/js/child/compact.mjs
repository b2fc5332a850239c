// Compacts 20 MB of messages of the format that is named, and prints what the heap then holds.

import { messagesOf } from "../conversations.mjs";
import { heldBytes, usedBytes, wasmBytes } from "../instances.mjs";
import { exchangesOf } from "../sessions.mjs";

const [format] = process.argv.slice(2);
const { compactMessages } = await import("tooltrim");

const held = () => heldBytes() - wasmBytes();
const sizeOf = (messages) => compactMessages(messages, { window: { chars: 1e12 } }).report.before.chars;
const small = messagesOf(format, exchangesOf(20, 500));
const kept = [compactMessages(small, { window: { chars: sizeOf(small) } })];
const messages = messagesOf(format, exchangesOf(1000, 20_000));
const chars = sizeOf(messages);
const before = held();
kept.push(compactMessages(messages, { window: { chars } }));
const right = usedBytes() - wasmBytes() - before;
console.log(
  JSON.stringify({
    right,
    held: held() - before,
    wasm: wasmBytes(),
    chars,
    results: kept.length,
    all: messages.length,
  }),
);
