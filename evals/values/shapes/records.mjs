// Lists and maps of records: what most services answer.

import { link, prose, sentence, stamp } from "../words.mjs";
import { fill, fillObject, length } from "./fill.mjs";

const person = (random) => ({ id: random.int(1, 1e6), login: random.snake(), admin: random.chance(0.1) });

const order = (random, n) => ({
  id: n + 1,
  number: `A-${random.int(1e5, 1e6)}`,
  status: random.pick(["open", "paid", "sent", "returned"]),
  total: random.int(100, 1e6) / 100,
  currency: "EUR",
  customer: person(random),
  created_at: stamp(random),
  note: random.chance(0.3) ? sentence(random, random.int(5, 160)) : null,
});

export const records = {
  /** A page with cursor and totals after its data. */
  page: (random, size) => ({
    object: "list",
    data: fill(size, (n) => order(random, n)),
    total: random.int(1, 1e5),
    has_more: true,
    next_cursor: random.hex(32),
  }),

  /** Nothing but a list, each record flat and small. */
  "flat list": (random, size) =>
    fill(size, (n) => ({ id: n, name: random.path(), price: random.int(1, 1e5) / 100, in_stock: random.chance(0.8) })),

  "nested lists": (random, size) => ({
    orders: fill(size, (n) => ({
      ...order(random, n),
      lines: Array.from({ length: length(random, 1, 30) }, (_, line) => ({
        line,
        sku: random.hex(8),
        count: random.int(1, 9),
        discounts: Array.from({ length: random.int(0, 3) }, () => ({
          code: random.verb(),
          percent: random.int(1, 50),
        })),
      })),
    })),
    warnings: [],
  }),

  /** Responses of search engines: few long snippets in many small fields. */
  "search hits": (random, size) => ({
    took: random.int(1, 900),
    timed_out: false,
    hits: {
      total: { value: random.int(1, 1e5), relation: "eq" },
      max_score: random.int(1, 4e6) / 1e5,
      hits: fill(size, () => ({
        _id: random.hex(20),
        _score: random.int(1, 4e6) / 1e5,
        _source: { title: sentence(random, random.int(10, 90)), url: link(random), published: stamp(random) },
        snippet: sentence(random, length(random, 80, 900)),
        highlight: { body: [sentence(random, 120), sentence(random, 140)] },
      })),
    },
    suggestions: [random.stem(), random.stem()],
  }),

  /** Bodies of 20 to 20,000 units between fields of a few bytes. */
  issues: (random, size) =>
    fill(size, (n, left) => ({
      number: 9000 - n,
      title: sentence(random, random.int(15, 80)),
      state: random.pick(["open", "closed"]),
      user: person(random),
      labels: Array.from({ length: random.int(0, 4) }, () => ({ name: random.stem(), color: random.hex(6) })),
      body: prose(random, Math.min(length(random, 20, 20_000), Math.max(20, left))),
      comments: Array.from({ length: random.int(0, 3) }, () => ({ user: person(random), body: prose(random, 300) })),
      html_url: link(random),
      closed_at: random.chance(0.5) ? stamp(random) : null,
    })),

  /** A map from id to record: an object with as many keys as a list has items. */
  "map of records": (random, size) => ({
    version: 3,
    entities: fillObject(size, (n) => [`user_${n}_${random.hex(6)}`, { ...person(random), joined: stamp(random) }]),
    updated: stamp(random),
  }),

  /** Lists inside of members inside of lists, each with its own cursor. */
  graph: (random, size) => ({
    data: {
      repository: {
        name: random.stem(),
        pullRequests: {
          totalCount: random.int(1, 9999),
          pageInfo: { hasNextPage: true, endCursor: random.hex(24) },
          edges: fill(size, (n) => ({
            cursor: random.hex(12),
            node: {
              number: n,
              title: sentence(random, 50),
              author: person(random),
              reviews: {
                totalCount: 2,
                nodes: [{ state: "APPROVED" }, { state: "COMMENTED", body: prose(random, 250) }],
              },
            },
          })),
        },
      },
    },
    errors: null,
  }),

  logs: (random, size) => ({
    entries: fill(size, (n) => ({
      ts: stamp(random),
      level: random.pick(["debug", "info", "info", "warn", "error"]),
      msg: sentence(random, random.int(20, 120)),
      ctx: { request: random.hex(16), ms: random.int(1, 900), worker: n % 8 },
      ...(random.chance(0.05) && {
        stack: `Error: ${random.verb()}\n${"    at run (/srv/app/a.js:1:2)\n".repeat(12)}`,
      }),
    })),
  }),

  chat: (random, size) => ({
    model: "large-1",
    messages: fill(size, (n, left) =>
      n % 3 === 2
        ? {
            role: "tool",
            tool_call_id: `call_${n}`,
            content: prose(random, Math.min(length(random, 50, 8000), left + 50)),
          }
        : { role: n % 3 === 0 ? "user" : "assistant", content: sentence(random, random.int(20, 300)) },
    ),
    temperature: 0.2,
  }),
};
