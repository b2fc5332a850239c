// Few members, of which some are very long.

import { base64, code, link, markup, prose, sentence, stamp } from "../words.mjs";
import { fill, length } from "./fill.mjs";

export const texts = {
  file: (random, size) => ({
    path: `src/${random.path("/")}.ts`,
    encoding: "utf-8",
    size,
    content: code(random, size),
    sha: random.hex(40),
  }),

  "web page": (random, size) => ({
    url: link(random),
    status: 200,
    headers: { "content-type": "text/html", etag: random.hex(16), "x-request-id": random.hex(32) },
    body: markup(random, size),
  }),

  commits: (random, size) =>
    fill(size, (_, left) => ({
      sha: random.hex(40),
      message: sentence(random, random.int(20, 120)),
      date: stamp(random),
      files: fill(Math.min(left, length(random, 300, 9000)), (_n, rest) => ({
        filename: `src/${random.path("/")}.ts`,
        additions: random.int(0, 200),
        deletions: random.int(0, 200),
        patch: `@@ -1,7 +1,9 @@\n${code(random, Math.min(rest, length(random, 60, 3000)))}`,
      })),
    })),

  /** Two texts, one a hundred times as long as the other. */
  "two texts": (random, size) => ({
    summary: prose(random, size / 100),
    transcript: prose(random, size),
    language: "en",
  }),

  "equal texts": (random, size) => {
    const of = length(random, 2, 60);
    return { results: Array.from({ length: of }, (_, rank) => ({ rank, text: prose(random, size / of) })) };
  },

  /** All over 100 bytes, none much longer: the hardest to share among. */
  "middling texts": (random, size) => ({ lines: fill(size, () => sentence(random, random.int(105, 260))) }),

  images: (random, size) => ({
    created: 1_767_225_600,
    data: fill(size, (n, left) => ({
      index: n,
      [n % 2 === 0 ? "b64_json" : "url"]:
        (n % 2 === 0 ? "" : "data:image/png;base64,") + base64(random, Math.min(length(random, 2000, 300_000), left)),
      revised_prompt: prose(random, length(random, 50, 3000)),
    })),
  }),

  "JSON in texts": (random, size) => ({
    calls: fill(size, (n) => ({
      id: `call_${n}`,
      function: {
        name: random.snake(),
        arguments: JSON.stringify({
          path: random.path("/"),
          lines: [1, n],
          text: code(random, length(random, 20, 2000)),
        }),
      },
    })),
  }),

  "other scripts": (random, size) =>
    fill(size, (n) => ({
      id: n,
      名前: sentence(random, random.int(4, 20), "wide"),
      größe: random.int(1, 99),
      text: prose(random, length(random, 20, 2500), random.pick(["wide", "german", "pictures"])),
    })),

  /** JSON takes two to six bytes for what is one here; a half of a pair is among it. */
  escapes: (random, size) => ({
    results: fill(size, (n) => ({
      line: n,
      raw: sentence(random, length(random, 10, 1500), "escaped"),
      half: random.chance(0.2) ? `${random.stem()}\ud83d` : "",
    })),
  }),
};
