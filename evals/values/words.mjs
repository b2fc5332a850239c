// Texts of generated values: sentences, paragraphs, code, markup, names. Drawn from a `Random`, so that the same seed
// writes the same text.

const plain =
  "the order was sent again after a worker took its lock from the queue and nobody had seen which part of it failed when new rows came in so we wait until all of them are read before one more is written".split(
    " ",
  );
const german = "die Prüfung läuft über größere Mengen hinweg während der Auftrag für später zurückgestellt wurde".split(
  " ",
);
const wide =
  "任务 完成 错误 没有 找到 文件 服务器 处理中 テスト 成功 しました 失敗 検索 结果 모듈 빌드 완료 오류".split(" ");
const pictures = "👍 🎉 🚀 😀 🔥 ✅ 👩‍🚀 👨‍👩‍👧‍👦 🇩🇪 👋🏽 ❤️ 🧪 📦".split(" ");
const escaped = ["C:\\build\\out", '"quoted"', "tab\there", "\u001b[31mred\u001b[0m", "line\nbreak", "\u0007", "a/b"];

const languages = { plain, german, wide, pictures, escaped };

/** A text of about `size` UTF-16 units. */
export function sentence(random, size, language = "plain") {
  const words = languages[language];
  const drawn = [];
  for (let units = 0; units < size; units += drawn.at(-1).length + 1) drawn.push(random.pick(words));
  return drawn.join(language === "wide" ? "" : " ");
}

/** Sentences in paragraphs, as people write issues and comments. */
export function prose(random, size, language) {
  const parts = [];
  for (let units = 0; units < size; units += parts.at(-1).length + 2) {
    const rest = size - units;
    parts.push(`${sentence(random, Math.min(rest, random.int(40, 400)), language)}.`);
  }
  return parts.join("\n\n");
}

/** Lines of a file. */
export function code(random, size) {
  const lines = [];
  for (let units = 0; units < size; units += lines.at(-1).length + 1) {
    const depth = "  ".repeat(random.int(0, 3));
    lines.push(
      random.pick([
        `${depth}const ${random.camel()} = await ${random.camel()}("${random.path("/")}", ${random.int(1, 999)});`,
        `${depth}if (${random.stem()}.length > ${random.int(1, 99)}) {`,
        `${depth}}`,
        `${depth}// ${sentence(random, 40)}`,
        "",
      ]),
    );
  }
  return lines.join("\n");
}

export function markup(random, size) {
  const rows = ["<!doctype html><html><body>"];
  for (let units = 0; units < size; units += rows.at(-1).length) {
    const name = random.stem();
    rows.push(
      `<div class="${name}-${random.int(1, 40)}"><a href="/${random.path("/")}">${sentence(random, 60)}</a></div>`,
    );
  }
  return `${rows.join("")}</body></html>`;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 of `bytes` bytes that could be an image: random but for its first ones. */
export function base64(random, bytes) {
  const groups = Array.from({ length: Math.max(1, Math.ceil(bytes / 3)) }, () => {
    const bits = random.int(0, 2 ** 24 - 1);
    return ALPHABET[bits >> 18] + ALPHABET[(bits >> 12) & 63] + ALPHABET[(bits >> 6) & 63] + ALPHABET[bits & 63];
  });
  return `iVBORw0KGgoAAAANSUhEUgAA${groups.join("")}`;
}

export const stamp = (random) =>
  `2026-0${random.int(1, 9)}-${random.int(10, 28)}T${random.int(10, 23)}:${random.int(10, 59)}:${random.int(10, 59)}Z`;

export const link = (random) => `https://api.example.test/${random.path("/")}/${random.int(1, 99_999)}`;

/** Two decimals to seventeen digits, as sensors and models write them. */
export const decimal = (random) => (random.chance(0.3) ? random.next() * 2 - 1 : random.int(-99_999, 99_999) / 100);
