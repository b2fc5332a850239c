// What people write about an invented chart plotter; the answers are put together from it.

export const authors = [
  { login: "mareike.s", name: "Mareike Sørensen", id: "9007199254741881" },
  { login: "tomasz-w", name: "Tomasz Wiśniewski", id: "9007199254743377" },
  { login: "aiko", name: "藍子 Tanaka", id: "9007199254745555" },
  { login: "ngozi_o", name: "Ngozi Okafor ⚓", id: "18014398509481985" },
  { login: "ci-bot", name: "Harbour CI", id: "7" },
];

export const products = ["Plotter", "Chart Sync", "Anchor Watch", "Tide Tables", "Log Book", "Route Planner"];

export const questions = [
  "Charts are fetched anew after each start. On a slow link that takes a quarter of an hour and half of the day's data.",
  "The anchor alarm stays silent when the screen is locked. It rings the moment somebody unlocks it 😬.",
  "Tides of the second harbour are those of the first. The names are right, only the heights are not.",
  "Importing a route of more than 200 points loses the last ones. No message, no trace in the log.",
  "Depth is shown in feet although metres are set. Switching the unit twice helps until the next start.",
  "Two devices that edit the log book at once end with one entry less. The newer one wins without asking.",
  "Search in the log book does not find words in Japanese. 「出航」 stands in three entries, none is listed.",
];

export const findings = [
  "It began with 4.12; 4.11.3 on the same tablet is fine.",
  "With the cache on the card it does not happen, with the cache in the internal memory it does.",
  "The server answers 304 as it should, and the client throws the answer away because the date in the header has no zone.",
  "I have seen it on three boats of the club, always with the old receiver.",
  "The clock of the receiver was nine hours ahead; set right, the fault is gone for a day.",
  "A colleague cannot reproduce it, but she has never used more than one region.",
  "In the database the row is there twice, once with the name in lower case.",
  "The same file opens without complaint in the desktop version.",
  "With flight mode on it takes 80 ms, with a weak signal 40 s: it looks like a request without a time limit.",
  "`regions.json` names a tile that the server does not have, and the queue waits for it for ever.",
];

export const steps = [
  "Install 4.12.1 on a device that has never had the app.",
  "Choose the region “Skagerrak – Kattegat” and wait for the download.",
  "Switch the network off, then start the app again.",
  "Open *Settings → Storage* and move the cache to the card.",
  "Import the attached route (`baltic-2026.gpx`, 412 points).",
  "Lock the screen and pull the boat 60 m off its place, or fake it with `adb emu geo fix`.",
  "Compare the heights with the printed table of the harbour office.",
];

export const tables = [
  "| part | version |\n|---|---|\n| app | 4.12.1 (store) |\n| system | Android 15 |\n| receiver | NMEA 0183, 38400 baud |",
  "| part | version |\n|---|---|\n| app | 4.12.0-rc.3 |\n| system | iPadOS 19.2 |\n| charts | 2026/07 edition |\n| memory | 12.5 of 64 GB free |",
  "| part | version |\n|---|---|\n| server | 2.8.0 on Debian 13 |\n| database | 17.2 |\n| proxy | yes, with its own certificate |",
];

export const notes = [
  "Unrelated, but while I was looking: the path in the message is cut at the first space, `C:\\Users\\skipper\\My` instead of `C:\\Users\\skipper\\My Charts`.",
  "> I would not call that a fault. The cache is a cache.\n\nThat may be so, yet nobody expects it to be empty after every start. A line in the guide would help as well.",
  "What I have tried: reinstalling, another card, another region, the web version. The web version works, which points at the local store.",
  "I can send the whole database (380 MB) to whoever looks into this; it holds positions, so not in public.",
  "For those who need it now: `plotter --cache-dir /media/card/charts --no-verify` does what it should, at the price of no check of the signatures.",
  "日本語の環境でも同じです。海図の名前に「港」が入ると検索できません。よろしくお願いします 🙏",
  "The family test 👩‍👩‍👧‍👦: my crew could not find the setting either, so it may be the words and not the code.",
];

export const endings = [
  "Thanks for looking into it!",
  "Happy to test a build.",
  "Is there anything else that I can measure?",
  "Same here with 4.12.1. 👍🏽",
  "_Edited: the log is from the second try._",
];

export const logs = [
  (at, n) => `${at} INFO  cache: tile 11/${1090 + n}/${610 + n} is there, age ${n * 7} min`,
  (at, n) => `${at} DEBUG http: GET /tiles/11/${1090 + n}/${610 + n}.mvt → 304 in ${40 + n} ms`,
  (at, n) => `${at} WARN  http: date "Sat, 07 Mar 2026 0${n % 10}:00:00" has no zone, answer ignored`,
  (at, n) => `${at} INFO  sync: ${n} of 160 regions done`,
  (at) => `${at} ERROR store: UNIQUE constraint failed: tiles.name\n    at insert (store/tiles.ts:88:11)`,
];
