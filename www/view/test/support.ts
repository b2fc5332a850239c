import { conversationStats } from "tooltrim-view/stats";

// Sessions that the tests of stats share.

export const call = (id: string, name: string, input: object) => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input }],
});
export const result = (id: string, content: string, isError = false) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content, is_error: isError }],
});

/** A call with its result. */
export const exchange = (id: string, name: string, input: object, content: string, isError = false) => [
  call(id, name, input),
  result(id, content, isError),
];

/** A session with a file that is read again and changed, a command that runs again, and a failure that comes back. */
export const session = [
  { role: "user", content: "Make the tests pass." },
  ...exchange("a", "read_file", { path: "src/berth.ts" }, "export const berth = 7;\n".repeat(60)),
  ...exchange("b", "bash", { command: "npm test" }, "Error: berth 7 is full\nexit code: 1\n", true),
  ...exchange("c", "edit_file", { path: "src/berth.ts", old_text: "7", new_text: "8" }, "Done."),
  ...exchange("d", "read_file", { path: "./src/berth.ts" }, "export const berth = 8;\n".repeat(60)),
  ...exchange("e", "bash", { command: "npm run lint" }, "Error: berth 7 is full\nexit code: 1\n", true),
  ...exchange("f", "grep", { pattern: "berth" }, "src/berth.ts:1\n".repeat(40)),
  ...exchange("g", "bash", { command: "npm test" }, "ok\n".repeat(300)),
  ...exchange("h", "grep", { pattern: "berth" }, "src/berth.ts:1\n".repeat(40)),
  ...exchange("i", "read_file", { path: "src/berth.ts" }, "export const berth = 8;\n".repeat(60)),
  call("j", "bash", { command: "npm run build" }),
];

/** Texts that would be markup, control a terminal, or break XML if they came through. */
export const hostile = [
  "</script><script>alert(1)</script>",
  "</title></style><img src=x onerror=alert(1)>",
  "\" onload='alert(1)' x=\"",
  "]]>&amp;&#0;&lt;<!--",
  "\u001b[31mred\u001b]0;title\u0007\u009b2J\u0000\u0008",
  "\ud83d lone \udce6 \ufffe\uffff\ufdd0",
  "\u202egnp.exe\u2066\u2028\u2029",
  "本語のファイル名📦👩‍🚀é".repeat(20),
  "x".repeat(3000),
  "a\nb\tc\r\nd",
  "e\u0301".repeat(200),
];

/** A session in which everything that a log can name is hostile. */
export const hostileSession = [
  { role: "user", content: hostile.join("\n") },
  ...hostile.flatMap((text, at) => [
    ...exchange(`r${at}`, text, { path: text }, `${text}\n`.repeat(3)),
    ...exchange(`s${at}`, "read_file", { path: text }, `${text}\n`.repeat(30)),
    ...exchange(`t${at}`, "edit_file", { path: text, new_text: text }, "Done."),
    ...exchange(`u${at}`, "bash", { command: `run ${text}` }, `Error: ${text}`, true),
    ...exchange(`v${at}`, "bash", { command: `run ${text}` }, `Error: ${text}`, true),
  ]),
];

/** Stats of any conversation, hostile ones too. */
export const cases = [
  ["no messages", conversationStats([])],
  ["a small session", conversationStats(session)],
  ["a session in a window", conversationStats(session, { window: { tokens: 4000 } })],
  ["hostile texts", conversationStats(hostileSession, { redact: (text) => text })],
  ["one message", conversationStats([{ role: "user", content: "hi" }])],
] as const;
