// What both VS Code and Node are given: large texts, made anew from the same pieces, and a conversation with tool
// calls.

const fill = (piece, length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const megabyte = 1_000_000;
const mixedLines = `ok\tпроверка 测试 👩‍🚀 e\u0301 🇩🇪\r\n${"x".repeat(97)}\n`;

/** By name; each is a megabyte of UTF-16 units. */
export const texts = {
  log: `start\n${fill("step 12 ok: 0.31 s\n", megabyte - 23)}\nerror: disk full\n`,
  mixed: fill(mixedLines, megabyte),
  "one line of emoji": fill("👩‍👩‍👧‍👦🏳️‍🌈", megabyte - 4),
  "half pairs": fill("a\ud83d \udca9b\n", megabyte),
};

/** What each text is trimmed with. */
export const limits = [
  { maxChars: 4000, rescue: false },
  { maxChars: 4000, snap: "char", keep: "tail" },
  { maxUtf16: 3001, snap: "grapheme", rescue: false, marker: "[{omittedChars} of {totalChars}]" },
  { maxBytes: 2000, keep: "head", count: ["lines", "tokens"] },
  { maxLines: 21, maxBytes: 6000, headShare: 0.3, rescue: false },
  { maxTokens: 700, rescue: false },
];

const tools = ["read_file", "run_in_terminal", "grep_search", "fetch_page", "edit_file"];
const outputs = [
  (at) => `line ${at} of a file with ümlauts and 日本語\n`,
  (at) => `$ make step-${at}\nstep ok 👍🏽\n`,
  (at) => `src/file-${at}.ts:12: const found = "needle";\r\n`,
  (at) => `<p>paragraph ${at}: ½ of a page</p>`,
  (at) => `edited ${at} places\n`,
];

/** Twelve calls with their results: short and long ones, two that failed. */
export const conversation = Array.from({ length: 12 }, (_, at) => {
  const kind = at % tools.length;
  const failed = at === 3 || at === 8;
  const text = outputs[kind](at).repeat(failed ? 3 : 1 + ((at * 97) % 400));
  return {
    callId: `call_${at}`,
    name: tools[kind],
    input: { path: `src/file-${at}.ts`, options: { line: at, deep: [true, null, "ü"] } },
    result: failed ? `Error: ENOENT, no such file: src/file-${at}.ts\n${text}` : text,
  };
});

/** What the calls are truncated with: the default, and one configuration of each kind. */
export const configurations = [
  {},
  { recentCallsToKeep: 3, maxHistorySummaryTokens: 120 },
  { recentCallsToKeep: 0, preserveErrorsVerbatim: false, truncationThreshold: { calls: 4 } },
  { recentCallsToKeep: 2, truncationThreshold: { tokens: 1000 } },
  { truncationThreshold: { share: 0.5, of: { chars: 20_000 } } },
  { truncationThreshold: 10_000_000 },
];
