// Sixty-two cases of the kinds that the public set of PyPI's `tooltrim` has: ten single facts in each of five sorts of output, six pairs
// of facts far apart, and six facts beside a wrong one that looks alike. The texts are our own. The facts are easy to find by their words:
// a gate that must not break, not a measure of how good `about` is.

import { item, random, WORDS } from "./make.mjs";

/** The planted lines, the question, and the lines that must be kept. */
const SINGLE = {
  text: [
    [
      "The lock gate lifts at most 14 barges per tide.",
      "How many barges does the lock gate lift per tide?",
      "14 barges",
    ],
    ["The lighthouse lens is cleaned every 36 hours.", "How often is the lighthouse lens cleaned?", "every 36 hours"],
    ["The tide gauge reports on channel 6120 by default.", "Which channel does the tide gauge report on?", "6120"],
    [
      "The largest crate that the crane takes is 75 quintals.",
      "What is the largest crate the crane takes?",
      "75 quintals",
    ],
    [
      "The reading room lends a folio for 45 minutes.",
      "For how long does the reading room lend a folio?",
      "45 minutes",
    ],
    ["The bell is rung at 05:15 on market days.", "At what time is the bell rung on market days?", "05:15"],
    [
      "Write to keeper@isle.example about the archive.",
      "What is the mail address for the archive?",
      "keeper@isle.example",
    ],
    ["The kiln stays at 860 degrees for glazing.", "At what temperature is the kiln for glazing?", "860 degrees"],
    [
      "The relay team kept 98.7 percent of its batons.",
      "What percentage of batons did the relay team keep?",
      "98.7 percent",
    ],
    ["A late parcel is offered 4 times before it goes back.", "How many times is a late parcel offered?", "4 times"],
  ],
  html: [
    ["The largest town of the Isle of Varn is Ostrel.", "What is the largest town of the Isle of Varn?", "Ostrel"],
    ["The conductor of the orchestra is Mira Tolland.", "Who is the conductor of the orchestra?", "Mira Tolland"],
    ["The newest edition of the atlas is version 9.2.7.", "Which version is the newest edition of the atlas?", "9.2.7"],
    ["The workshop moved to Kellerby.", "Where did the workshop move to?", "Kellerby"],
    ["The observatory opened in the year 1931.", "In which year did the observatory open?", "1931"],
    ["The bakery shuts at 7 pm on Fridays.", "At what time does the bakery shut on Fridays?", "7 pm"],
    ["The guest of honor is Doctor Ines Falk.", "Who is the guest of honor?", "Ines Falk"],
    ["The windmill has 66 steps to the top.", "How many steps does the windmill have?", "66 steps"],
    ["The rowing course lasts 11 weeks.", "How long does the rowing course last?", "11 weeks"],
    ["The night train leaves from Platform 12.", "Which platform does the night train leave from?", "Platform 12"],
  ],
  json: [
    [
      "deposit returned to tenant 6071 of flat 9",
      "Which note says that a deposit was returned to a tenant?",
      "deposit returned to tenant 6071",
    ],
    [
      "held for a customs inspection by officer lund",
      "Which note was held for a customs inspection?",
      "held for a customs inspection",
    ],
    [
      "warranty claim rejected under clause 7714",
      "Which note mentions a rejected warranty claim and its clause?",
      "warranty claim rejected under clause 7714",
    ],
    [
      "badge disabled after 3 wrong pins",
      "Which note mentions a badge disabled after wrong pins?",
      "badge disabled after 3 wrong pins",
    ],
    [
      "crate diverted to dock 18 because of ice",
      "Which note mentions a crate diverted because of ice?",
      "crate diverted to dock 18",
    ],
    [
      "voucher SPRING31 redeemed at the kiosk",
      "Which note mentions a voucher redeemed at the kiosk?",
      "voucher SPRING31 redeemed",
    ],
    [
      "membership paused until march on request",
      "Which note mentions a membership that was paused?",
      "membership paused until march",
    ],
    [
      "fare charged again through terminal 22",
      "Which note mentions a fare charged again through a terminal?",
      "fare charged again through terminal 22",
    ],
    [
      "passport scan unreadable with code Q8",
      "Which note mentions an unreadable passport scan?",
      "passport scan unreadable with code Q8",
    ],
    [
      "roster printed for shift 54 at dawn",
      "Which note mentions a roster printed for a shift?",
      "roster printed for shift 54",
    ],
  ],
  logs: [
    [
      "tape library is 97 percent full on /vault/a",
      "Which error mentions that the tape library is full?",
      "97 percent full on /vault/a",
    ],
    [
      "stack overflow in parser pid 5521",
      "Which error mentions a stack overflow in the parser?",
      "stack overflow in parser pid 5521",
    ],
    [
      "license expired for host print.example",
      "Which error mentions an expired license?",
      "license expired for host print.example",
    ],
    [
      "handshake rejected by broker 3",
      "Which error mentions a rejected handshake with a broker?",
      "handshake rejected by broker 3",
    ],
    [
      "lock timeout on table berths during merge",
      "Which error mentions a lock timeout on a table?",
      "lock timeout on table berths",
    ],
    [
      "quota used up for token 9c1e, requests dropped",
      "Which error mentions a quota used up for a token?",
      "quota used up for token 9c1e",
    ],
    [
      "cannot listen on port 7070, address taken",
      "Which error mentions a port that cannot be listened on?",
      "cannot listen on port 7070",
    ],
    [
      "assertion failed in render thread 8",
      "Which error mentions a failed assertion in a render thread?",
      "assertion failed in render thread 8",
    ],
    ["replica lag reached 88000 events", "Which error mentions replica lag?", "replica lag reached 88000"],
    [
      "ftp upload stalled on /outbox/night",
      "Which error mentions a stalled ftp upload?",
      "ftp upload stalled on /outbox/night",
    ],
  ],
  tabular: [
    ["sent to the audit desk under rule twelve", "Which note was sent to the audit desk?", "sent to the audit desk"],
    [
      "allergic guest needs a separate kitchen",
      "Which note mentions an allergic guest?",
      "allergic guest needs a separate kitchen",
    ],
    [
      "half price granted by clerk moreau",
      "Which note mentions that half price was granted?",
      "half price granted by clerk moreau",
    ],
    ["same ticket sold twice and one withdrawn", "Which note mentions a ticket sold twice?", "same ticket sold twice"],
    [
      "signature waived by warden 0417",
      "Which note mentions a signature waived by a warden?",
      "signature waived by warden 0417",
    ],
    [
      "flood risk demands a second survey",
      "Which note mentions a flood risk demanding a second survey?",
      "flood risk demands a second survey",
    ],
    [
      "complaint withdrawn after photos arrived",
      "Which note mentions a complaint withdrawn after photos?",
      "complaint withdrawn after photos",
    ],
    [
      "bonus miles added for a friend",
      "Which note mentions bonus miles added for a friend?",
      "bonus miles added for a friend",
    ],
    [
      "piano moved to the upper storage room 6",
      "Which note mentions a piano moved to a storage room?",
      "piano moved to the upper storage room",
    ],
    [
      "toll waived for a rescue vehicle",
      "Which note mentions a toll waived for a rescue vehicle?",
      "toll waived for a rescue vehicle",
    ],
  ],
};

/** Two facts far apart; both must be kept. */
const PAIRS = [
  [
    "text",
    ["The harbor dues are 320 crowns per night.", "The mooring deposit is 90 crowns."],
    "What are the harbor dues and the mooring deposit?",
    ["320 crowns per night", "90 crowns"],
  ],
  [
    "text",
    ["The main archive stands in north-hall-4.", "The spare archive stands in south-hall-2."],
    "Where do the main archive and the spare archive stand?",
    ["north-hall-4", "south-hall-2"],
  ],
  [
    "text",
    ["A day pass admits 2 riders.", "A season pass admits 15 riders."],
    "How many riders do a day pass and a season pass admit?",
    ["2 riders", "15 riders"],
  ],
  [
    "json",
    ["loan granted to reader 5518 for 30 days", "reminder sent to reader 5518 on monday"],
    "Which two notes are about reader 5518 (a loan and a reminder)?",
    ["loan granted to reader 5518", "reminder sent to reader 5518"],
  ],
  [
    "json",
    ["cargo 7203 loaded on the ferry halma", "cargo 7203 unloaded and counted by brandt"],
    "Which two notes are about cargo 7203 (loading and unloading)?",
    ["cargo 7203 loaded on the ferry", "cargo 7203 unloaded and counted"],
  ],
  [
    "text",
    ["The seal of the vault begins with VLT_31.", "The door of the vault is at /cellar/east."],
    "How does the seal of the vault begin, and where is its door?",
    ["VLT_31", "/cellar/east"],
  ],
];

/** A fact, and a wrong one that looks alike. */
const ALIKE = [
  [
    "text",
    "The current gate code begins with gate_7k2.",
    "The former gate code began with yard_3b9.",
    "How does the CURRENT gate code begin?",
    "gate_7k2",
  ],
  [
    "text",
    "The new office is at 41 Quay Lane, Floor 2.",
    "The old office was at 8 Mill Street, Floor 6.",
    "Where is the NEW office?",
    "41 Quay Lane",
  ],
  [
    "text",
    "After the refit the engine runs at 1450 turns.",
    "Before the refit the engine ran at 1210 turns.",
    "At how many turns does the engine run AFTER the refit?",
    "1450",
  ],
  [
    "json",
    "allowed weight for heavy freight is 18000 pounds",
    "allowed weight for hand luggage is 40 pounds",
    "What is the allowed weight for HEAVY freight?",
    "18000 pounds",
  ],
  [
    "text",
    "The acting warden of the reserve is Lea Ostrander.",
    "The previous warden of the reserve was Nils Abegg.",
    "Who is the ACTING warden of the reserve?",
    "Lea Ostrander",
  ],
  [
    "json",
    "valid ticket word this month is HERON22 at the door",
    "expired ticket word last month was STORK11 at the door",
    "Which ticket word is VALID this month?",
    "HERON22",
  ],
];

const sentence = (next, count) => {
  const words = Array.from({ length: count }, () => WORDS[next(WORDS.length)]);
  return `${words.join(" ").replace(/^./, (letter) => letter.toUpperCase())}.`;
};
const two = (number) => String(number).padStart(2, "0");

/** Outputs by position, each with its planted lines. */
const MAKERS = {
  text: (next, planted) => Array.from({ length: 150 }, (_, at) => planted.get(at) ?? sentence(next, 28)).join("\n\n"),
  html: (next, planted) => {
    const body = Array.from({ length: 120 }, (_, at) => `<p>${planted.get(at) ?? sentence(next, 12)}</p>`).join("");
    const links = Array.from({ length: 40 }, (_, at) => `<li><a href="/page/${at}">page ${at}</a></li>`).join("");
    const head = "<title>Guide</title><style>p{margin:1em}</style><script>count(1)</script>";
    return `<!doctype html><html><head>${head}</head><body><nav><ul>${links}</ul></nav><main>${body}</main></body></html>`;
  },
  json: (next, planted) => {
    const states = ["done", "open", "failed"];
    const results = Array.from({ length: 310 }, (_, at) => {
      const row = { id: at, state: states[next(3)], cost: next(999_900) / 100 };
      return { ...row, note: planted.get(at) ?? sentence(next, 8) };
    });
    return JSON.stringify({ page: 1, total: results.length, results });
  },
  logs: (next, planted) =>
    Array.from({ length: 400 }, (_, at) => {
      const time = `2026-02-11 09:${two(Math.floor(at / 7))}:${two(next(60))}`;
      return planted.has(at) ? `${time} ERROR ${planted.get(at)}` : `${time} INFO tick ok line=${next(4)}`;
    }).join("\n"),
  tabular: (next, planted) =>
    ["id,zone,state,cost,note"]
      .concat(
        Array.from({ length: 500 }, (_, at) => {
          const row = [at, ["east", "west", "isle"][next(3)], "ok", `${at * 2}.25`];
          return [...row, planted.get(at) ?? sentence(next, 4)].join(",");
        }),
      )
      .join("\n"),
};

/** Positions in an output at which something is planted, far apart. */
const PLACES = [97, 31];

function made(id, kind, question, facts, planted) {
  const next = random(1000 + id);
  const text = MAKERS[kind](next, new Map(planted.map((each, at) => [PLACES[at], each])));
  return item(`gate-${kind}-${id}`, kind === "json" ? "json" : kind, [], question, facts, text);
}

export const gate = [
  ...Object.entries(SINGLE).flatMap(([kind, specs]) =>
    specs.map(([planted, question, fact]) => ({ kind, question, facts: [fact], planted: [planted] })),
  ),
  ...PAIRS.map(([kind, planted, question, facts]) => ({ kind, question, facts, planted })),
  ...ALIKE.map(([kind, right, wrong, question, fact]) => ({ kind, question, facts: [fact], planted: [right, wrong] })),
].map(({ kind, question, facts, planted }, id) => made(id, kind, question, facts, planted));
