// Traces, chats, mails.
import { item, lines } from "../make.mjs";

export const talks = [
  item(
    "o-trace-01",
    "trace",
    ["neighbor"],
    "expected checksum in the firmware image test",
    ["expected: 9c41"],
    lines(151, {
      noise: ["ok {nn} - {w} of {w} ({n} ms)", "# {w} suite"],
      plant: ["not ok 88 - firmware image has the right checksum\n  ---\n  expected: 9c41\n  actual: 77d0\n  ..."],
      decoys: ["ok 12 - checksum of {w}", "# image suite"],
    }),
  ),
  item(
    "o-trace-02",
    "trace",
    ["paraphrase"],
    "which dependency could not be downloaded",
    ["libtiff-4.7.1"],
    lines(152, {
      noise: ["[{nn}%] Building {w}/{w}.o", "[{nn}%] Linking {w}", "-- Looking for {w}.h - found"],
      plant: ["-- Fetching libtiff-4.7.1 failed: status 404 from mirror 3"],
      decoys: ["-- dependency graph has {nnn} nodes", "-- downloaded {nn} of {nn}"],
    }),
  ),
  item(
    "o-chat-01",
    "chat",
    ["neighbor", "paraphrase"],
    "where is the spare key of the cabin",
    ["under the third step"],
    lines(153, {
      noise: ["[{time}] {name}: see you at the {w}", "[{time}] {name}: the {w} needs {w}", "[{time}] {name}: ok"],
      plant: [
        "[{time}] Rui Cruz: how do I get into the cabin if nobody is there?\n[{time}] Jana Klein: there is another key under the third step",
      ],
      decoys: ["[{time}] {name}: the key to good {w} is {w}", "[{time}] {name}: I have no time to spare"],
    }),
  ),
  item(
    "o-chat-02",
    "chat",
    ["who"],
    "who brings the projector on Saturday?",
    ["Goran Imai"],
    lines(154, {
      noise: [
        "[{time}] {name}: I paint the {w}",
        "[{time}] {name}: Friday is fine",
        "[{time}] {name}: more {w} please",
      ],
      plant: ["[{time}] Goran Imai: I will bring the projector and cables on Sat"],
      decoys: ["[{time}] {name}: Saturday it rains", "[{time}] {name}: a projector is a lamp with a {w}"],
    }),
  ),
  item(
    "o-mail-01",
    "mail",
    ["neighbor"],
    "account number for the deposit",
    ["NO93 8601 1117 947"],
    lines(155, {
      noise: ["Dear {name},", "thank you for the {w} and the {w}.", "Yours, {name}", "---", "Subject: {w} of {w}"],
      plant: ["Please send the deposit to this account:\nNO93 8601 1117 947\nReference: cabin 4"],
      decoys: ["By all accounts the {w} is nice.", "A number of {w} were found."],
    }),
  ),
];
