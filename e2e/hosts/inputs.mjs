// Inputs of the table of hosts: a log of 1 MB with one failure, and a conversation of 1,000 messages.

/** About 1 MB; its failure stands in the middle, where no end is kept. */
export function log() {
  const lines = [];
  let bytes = 0;
  for (let n = 0; bytes < 1_000_000; n += 1) {
    const line =
      n === 6000
        ? "error: disk full (/var/cache/build)"
        : `[${String(n).padStart(5, "0")}] compiled module_${(n * 7919) % 1009} in ${(n * 31) % 97} ms`;
    lines.push(line);
    bytes += line.length + 1;
  }
  return lines.join("\n");
}

const tools = [
  [
    "read_file",
    (n) => ({ path: `src/part_${n % 60}.ts` }),
    (n) => `export const part${n} = ${n};\n`.repeat(20 + (n % 40)),
  ],
  [
    "bash",
    (n) => ({ command: `npm test -- part_${n % 60}` }),
    (n) =>
      `${"ok - a test\n".repeat(30)}${n % 7 === 0 ? `Error: expected ${n} to be ${n + 1}\nexit code 1` : "exit code 0"}`,
  ],
  [
    "edit_file",
    (n) => ({ path: `src/part_${n % 60}.ts`, old: `part${n}`, new: `part${n + 1}` }),
    () => "The file has been edited.",
  ],
];

/** In the format `openai-chat`: a task, then calls with their results. */
export function messages() {
  const all = [{ role: "user", content: "Rename the parts and make the tests pass." }];
  for (let n = 0; all.length < 1000; n += 1) {
    const [name, args, result] = tools[n % tools.length];
    const id = `call_${n}`;
    const call = { id, type: "function", function: { name, arguments: JSON.stringify(args(n)) } };
    all.push({ role: "assistant", content: null, tool_calls: [call] });
    all.push({ role: "tool", tool_call_id: id, content: result(n) });
  }
  return all;
}

/** A fifth of the conversation. */
export const compactOptions = { window: { chars: 100_000 } };
export const trimOptions = { maxChars: 4000, rescue: true };
