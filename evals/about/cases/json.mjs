// JSON.
import { item, records, WORDS } from "../make.mjs";

export const json = [
  item(
    "o-json-01",
    "json",
    ["path"],
    "dose of the heparin prescription",
    ["5000 IU", "heparin"],
    JSON.stringify({
      patient: { id: "p-77", ward: "4b" },
      prescriptions: records(
        111,
        60,
        (fill) => ({
          drug: fill("{w}ol"),
          dose: { value: fill("{nn} mg"), every: fill("{n} h") },
          by: fill("{name}"),
          note: fill("give with {w} and {w}, watch the {w}"),
        }),
        [{ drug: "heparin", dose: { value: "5000 IU", every: "12 h" }, by: "Una Maki", note: "check platelets" }],
        [0.6],
      ),
    }),
  ),
  item(
    "o-json-02",
    "json",
    ["number", "map"],
    "which gate does flight ZB-2291 leave from",
    ["ZB-2291", "G47"],
    JSON.stringify(
      Object.fromEntries(
        records(
          112,
          130,
          (fill) => [
            fill("{W}-{nnnn}").slice(0, 2).toUpperCase() + fill("-{nnnn}"),
            { gate: fill("A{nn}"), to: fill("{W}"), boards: fill("{time}") },
          ],
          [["ZB-2291", { gate: "G47", to: "Tampere", boards: "18:20:00" }]],
          [0.45],
        ),
      ),
    ),
  ),
  item(
    "o-json-03",
    "json",
    ["aggregate"],
    "volunteers who speak Basque",
    ["Itziar", "Koldo", "Maider"],
    JSON.stringify({
      volunteers: records(
        113,
        90,
        (fill, _, next) => ({
          first: fill("{name}").split(" ")[0],
          languages: [["Dutch", "Irish", "Thai", "Czech"][next(4)]],
          since: 2000 + next(24),
          town: fill("{W}ville"),
        }),
        ["Itziar", "Koldo", "Maider"].map((first, at) => ({
          first,
          languages: ["Basque", "Dutch"],
          since: 2011 + at,
          town: "Oldham",
        })),
        [0.2, 0.5, 0.8],
      ),
    }),
    { aggregate: true },
  ),
  item(
    "o-json-04",
    "json",
    ["who"],
    "who repaired the carillon",
    ["Petrus Wagenaar"],
    JSON.stringify(
      {
        jobs: records(
          114,
          70,
          (fill) => ({ object: fill("{w} {w}"), task: fill("clean the {w}"), person: fill("{name}"), days: 3 }),
          [{ object: "carillon, 23 bells", task: "repair of the drum", person: "Petrus Wagenaar", days: 61 }],
          [0.7],
        ),
      },
      null,
      2,
    ),
  ),
  item(
    "o-json-05",
    "json",
    ["paraphrase"],
    "price of a child ticket",
    ["6.80"],
    JSON.stringify({
      museum: "Harbour",
      halls: records(
        115,
        60,
        (fill) => ({ hall: fill("{W}"), objects: 41, floor: 1, text: fill("{w} and {w} from the {w} age") }),
        [],
        [],
      ),
      admission: {
        adult: { amount: "14.20", currency: "EUR" },
        child: { amount: "6.80", currency: "EUR" },
        group: { amount: "9.10", currency: "EUR" },
      },
    }),
  ),
  item(
    "o-json-06",
    "json",
    ["superlative"],
    "which river has the highest discharge",
    ["Ombra", "88120"],
    JSON.stringify({
      rivers: records(
        116,
        110,
        (fill, at, next) => ({ name: fill("{W}") + at, length: 100 + next(900), discharge: 20 + next(3000) }),
        [{ name: "Ombra", length: 640, discharge: 88120 }],
        [0.35],
      ),
    }),
  ),
  item(
    "o-json-07",
    "json",
    ["longvalue"],
    "what is the half-life of veridium",
    ["half-life of 41.7 hours"],
    JSON.stringify({
      results: records(
        117,
        6,
        (fill, at) => ({
          url: `https://lab.example/${at}`,
          title: fill("{W} {w}"),
          body: Array.from({ length: 24 }, () => fill("The {w} of the {w} is near the {w}.")).join(" "),
        }),
        [
          {
            url: "https://lab.example/veridium",
            title: "Veridium",
            body: Array.from({ length: 50 }, (_, at) =>
              at === 31
                ? "It decays with a half-life of 41.7 hours into a stable form."
                : `Note ${at} speaks of the ${WORDS[at % WORDS.length]} and the ${WORDS[(at * 7) % WORDS.length]}.`,
            ).join(" "),
          },
        ],
        [0.5],
      ),
    }),
  ),
  item(
    "o-json-08",
    "json",
    ["fallback"],
    "ok?",
    ["next_page_token", "tok_55e1"],
    JSON.stringify({
      items: records(118, 120, (fill) => ({ key: fill("{hex}"), word: fill("{w}"), rank: 4 }), [], []),
      next_page_token: "tok_55e1",
    }),
  ),
];
