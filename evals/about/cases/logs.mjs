// Logs.
import { item, lines } from "../make.mjs";

export const logs = [
  item(
    "o-log-01",
    "log",
    ["paraphrase", "neighbor"],
    "why did container C-8841 miss its ship?",
    ["held by customs", "C-8841"],
    lines(101, {
      noise: [
        "{time} gate {n} container K-{nnnn} weighed {nn} t",
        "{time} crane {n} lifted K-{nnnn} to bay {nn}",
        "{time} berth {n} ship {W} moored",
      ],
      plant: [
        "{time} yard container C-8841 not loaded, ship left without it\n         cause: held by customs, form 7 is missing",
      ],
      decoys: [
        "{time} yard container count is {nnn}",
        "{time} why-board: {nn} questions open",
        "{time} ship list printed",
        "=== {w} {hex} ###",
      ],
    }),
  ),
  item(
    "o-log-02",
    "log",
    ["when"],
    "when did the greenhouse pump stop",
    ["04:51:38"],
    lines(102, {
      noise: ["{time} bed {nn} moisture {nn} %", "{time} bed {nn} light {nnnn} lx", "{time} vent {n} opened {nn} %"],
      plant: ["04:51:38 pump 2 stopped, no pressure in line B"],
      decoys: [
        "{time} pump 1 runs at {nn} %",
        "{time} greenhouse door opened",
        "{time} stop watch of bed {n} reset",
        "~~~~ {hex} ~~~~",
      ],
    }),
  ),
  item(
    "o-log-03",
    "log",
    ["who", "stem"],
    "who approved the withdrawal of 18,400 crowns?",
    ["siv.hahn"],
    lines(103, {
      noise: [
        "{time} teller=t{nn} op=deposit amount={nnnn} account={nnnnnn}",
        "{time} teller=t{nn} op=balance account={nnnnnn}",
      ],
      plant: ["{time} supervisor=siv.hahn op=approve withdraw amount=18400 currency=crowns account=771204"],
      decoys: [
        "{time} teller=t12 op=withdraw amount=900 account=120031",
        "{time} notice: approval forms are in drawer {n}",
        "{time} crowns rate 11.{nn}",
        "<<< {hex} >>>",
      ],
    }),
  ),
  item(
    "o-log-04",
    "log",
    ["number"],
    "what happened to sensor 0x3f2a",
    ["brownout after 6 resets"],
    lines(104, {
      noise: [
        "{time} node 0x{hex} temp={nn} rssi=-{nn}",
        "{time} sensor 0x{hex} joined the mesh",
        "{time} hop table of {nn} entries",
      ],
      plant: ["{time} sensor 0x3f2a parked: brownout after 6 resets"],
      decoys: [
        "{time} sensor firmware {n}.{n} staged",
        "{time} happened upon {nn} unknown frames",
        "== {w} == {hex} ===",
      ],
    }),
  ),
  item(
    "o-log-05",
    "log",
    ["lang", "neighbor"],
    "Warum hat der Zug 4417 Verspätung?",
    ["Signalstörung in Ulm"],
    lines(105, {
      noise: ["{time} Zug {nnnn} Gleis {n} pünktlich", "{time} Durchsage Gleis {nn}", "{time} Wagen {nn} gereinigt"],
      plant: ["{time} Zug 4417 verspätet um 38 Minuten\n  Grund: Signalstörung in Ulm"],
      decoys: ["{time} Zug 4418 verspätet um 2 Minuten", "{time} Verspätungen heute: {nn}", "**** {hex}"],
    }),
  ),
  item(
    "o-log-06",
    "log",
    ["fallback"],
    "quelle heure au zanzibar",
    ["panic: ring buffer overrun"],
    lines(106, {
      noise: ["{time} player {name} joined arena {n}", "{time} tick {nnnnn} took {nn} us", "{time} map {w} loaded"],
      plant: [
        "{time} panic: ring buffer overrun in voice mixer\n  goroutine 81 [running]:\n  voice.(*Mixer).push(...)",
      ],
      decoys: ["{time} chat: au revoir {name}", "//// {hex} ////"],
    }),
  ),
  item(
    "o-log-07",
    "log",
    ["howlong", "paraphrase"],
    "how long did the reindexing take",
    ["took 2h 14m"],
    lines(107, {
      noise: ["{time} shard {nn} merged {nnn} segments", "{time} query {hex} {nn} ms", "{time} snapshot {nnnn} kept"],
      plant: ["{time} index catalogue_v7 rebuilt from scratch, took 2h 14m"],
      decoys: [
        "{time} shard {nn} long poll closed",
        "{time} index of names: {nnn} letters",
        "{time} take a snapshot first",
        "::: {hex}",
      ],
    }),
  ),

  item(
    "o-log-08",
    "log",
    ["number", "neighbor"],
    "error of batch 40417 in the kiln",
    ["thermocouple open", "40417"],
    lines(108, {
      noise: ["{time} batch {nnnnn} glazed", "{time} kiln {n} at {nnn} C", "{time} shelf {nn} emptied"],
      plant: ["{time} batch 40417 aborted at 611 C\n  thermocouple open"],
      decoys: ["{time} error {w} cleared", "{time} kiln door {n} greased"],
    }),
  ),
];
