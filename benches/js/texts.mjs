// The texts that are trimmed: lines as tools print them, in the scripts of the world, always the same ones.
//
// Sizes are UTF-16 units, what `length` counts; a KB is 1,000. Each text is one flat string as V8 keeps it, one byte a
// unit for ASCII and Latin-1, two for all else: `join` copies its pieces into a new one, where `+` and `repeat` make
// ropes and `slice` a view of another string.

import { randomFrom } from "../../scripts/lib/random.mjs";

const BLOCK = 1 << 17;

export const sizes = { "1 KB": 1e3, "10 KB": 1e4, "100 KB": 1e5, "1 MB": 1e6, "50 MB": 5e7 };

const words = {
  ascii: "request worker finished queue timeout GET POST 200 404 retry cache miss build step module test passed".split(
    " ",
  ),
  latin1:
    "größe prüfung fertig café déjà terminé año señal überprüft façade kürzer où naïve âge worker 200 retry".split(" "),
  cjk: "任务 完成 错误 没有 找到 文件 服务器 处理中 テスト 成功 しました 失敗 検索 结果 모듈 빌드 완료 오류".split(" "),
  emoji: "👍 🎉 🚀 😀 🔥 ✅ 👩‍🚀 👨‍👩‍👧‍👦 🇩🇪 🇯🇵 👋🏽 ❤️ 🧪 📦 🐛 💥".split(" "),
};

/** Generators of lines by kind, from a source of random numbers and the line's number. */
const kinds = {
  ascii: (random, n) => `${stamp(n)} INFO  ${sentence(random, words.ascii, " ", 4, 12)}`,
  latin1: (random, n) => `${stamp(n)} INFO  ${sentence(random, words.latin1, " ", 4, 12)}`,
  mixed: (random, n) => {
    const line = kinds.ascii(random, n);
    if (random() < 0.1) return `${line} ${sentence(random, words.cjk, "", 2, 6)}`;
    return random() < 0.1 ? `${line} ${sentence(random, words.emoji, "", 1, 2)}` : line;
  },
  cjk: (random) => `${sentence(random, words.cjk, "", 6, 20)}。`,
  emoji: (random) => sentence(random, words.emoji, "", 6, 16),
};

export const names = { ascii: "ASCII", latin1: "Latin-1", mixed: "mixed", cjk: "CJK", emoji: "emoji" };

/** A text of exactly `units` UTF-16 units that ends with a line break. */
export function makeText(kind, units) {
  const block = blockOf(kind);
  const pieces = Array(Math.floor((units - 1) / block.length)).fill(block);
  const rest = block.slice(0, (units - 1) % block.length);
  // A pair that would be cut is replaced by a full stop.
  const cut = (rest.charCodeAt(rest.length - 1) & 0xfc00) === 0xd800;
  return [...pieces, cut ? `${rest.slice(0, -1)}.` : rest, "\n"].join("");
}

const blocks = new Map();

function blockOf(kind) {
  if (!blocks.has(kind)) {
    const number = randomFrom(20_260_301);
    const random = () => number() / 2 ** 32;
    const lines = [];
    for (let length = 0; length < BLOCK; length += lines.at(-1).length)
      lines.push(`${kinds[kind](random, lines.length)}\n`);
    blocks.set(kind, lines.join(""));
  }
  return blocks.get(kind);
}

function stamp(n) {
  return `2026-03-01T12:${String(Math.floor(n / 60) % 60).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}Z [${n}]`;
}

function sentence(random, from, between, least, most) {
  const count = least + Math.floor(random() * (most - least + 1));
  return Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join(between);
}
