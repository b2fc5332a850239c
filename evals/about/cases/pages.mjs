// Pages and documents.
import { item, lines, WORDS } from "../make.mjs";

export const pages = [
  item(
    "o-html-01",
    "html",
    ["paraphrase"],
    "opening hours of the pharmacy on Sunday",
    ["10:00 to 13:30"],
    lines(131, {
      top: ["<html><body><main>"],
      noise: ["<p>Our {w} and the {w} are new since May.</p>", "<li>{W} cream, {nn} ml</li>"],
      plant: [
        "<h3>Pharmacy: when we are open</h3>\n<p>Monday to Friday 8:00 to 19:00</p>\n<p>Sunday 10:00 to 13:30</p>",
      ],
      decoys: ["<p>Opening of the {w} wing: spring.</p>", "<p>No {w} on Sunday.</p>"],
      end: ["</main></body></html>"],
    }),
  ),
  item(
    "o-html-02",
    "html",
    ["header"],
    "what does the Gold membership include",
    ["sauna and two guests"],
    lines(132, {
      noise: ['<div class="c">{W} {w}</div>', "<p>{W}: bring a {w}, leave the {w}.</p>"],
      plant: [
        "<section><h2>Gold</h2>\n<p>All courses.</p>\n<p>Also sauna and two guests each month.</p></section>",
        "<section><h2>Silver</h2>\n<p>Four courses.</p></section>",
      ],
      decoys: ["<p>Membership cards are made of {w}.</p>", "<p>What a {w}!</p>"],
    }),
  ),
  item(
    "o-html-03",
    "html",
    ["longline"],
    "melting point of gallium arsenide",
    ["1238 °C"],
    `<html>${Array.from({ length: 90 }, (_, at) => (at === 47 ? "<p>Gallium arsenide melts at 1238 °C under its own pressure.</p>" : at === 20 ? "<p>The point of a melting pot is the pot.</p>" : `<p>The ${WORDS[at % WORDS.length]} lies by the ${WORDS[(at * 5) % WORDS.length]}, and the ${WORDS[(at * 11) % WORDS.length]} is ${at} years old.</p>`)).join("")}</html>\n`,
  ),
  item(
    "o-doc-01",
    "doc",
    ["header", "neighbor"],
    "how do I reset the telescope mount",
    ["hold ALT for nine seconds"],
    lines(133, {
      noise: ["The {w} is turned with the {w} key. See the {w}.", "", "Keep the {w} dry and away from any {w}."],
      plant: [
        "## Resetting the mount\n\n1. Switch the drive off.\n2. Press and hold ALT for nine seconds.\n3. Wait for two beeps.\n",
      ],
      decoys: [
        "A mount of {w} holds {nn} kg.",
        "The telescope box has {n} straps.",
        "Reset of the {w}: see page {nn}.",
      ],
    }),
  ),
  item(
    "o-doc-02",
    "doc",
    ["paraphrase"],
    "maximum fine for littering",
    ["up to 1,250 crowns"],
    lines(134, {
      noise: ["{n}.{n} The {w} shall be kept clear of {w} by the owner of the {w}.", ""],
      plant: ["7.4 Whoever throws waste into a public place pays a penalty of up to 1,250 crowns."],
      decoys: ["A fine {w} is kept in hall {n}.", "The maximum of {w} per {w} is {nn}."],
    }),
  ),
  item(
    "o-doc-03",
    "doc",
    ["when"],
    "when does the lease end",
    ["30 September 2031"],
    lines(135, {
      noise: ["The tenant shall paint the {w} and the {w}.", "The {w} belongs to the landlord, with its {w}.", ""],
      plant: ["This lease runs from 1 October 2026 and terminates on 30 September 2031."],
      decoys: ["At the end of the {w} stands a {w}.", "A copy of the lease hangs in the {w}."],
    }),
  ),
  item(
    "o-doc-04",
    "doc",
    ["lang"],
    "¿Cuánto cuesta el permiso de pesca?",
    ["27,50 euros"],
    lines(136, {
      noise: ["El {w} está cerca del {w}.", "La oficina de {w} abre a las {n}.", ""],
      plant: ["El permiso para pescar cuesta 27,50 euros al año."],
      decoys: ["La pesca del {w} es antigua.", "Sin permiso no se entra al {w}."],
    }),
  ),
  item(
    "o-doc-05",
    "doc",
    ["fallback"],
    "what is this text about?",
    ["Annals of the Tidewater Observatory"],
    lines(137, {
      top: ["# Annals of the Tidewater Observatory", ""],
      noise: ["The {w} of the {w} was seen at {time}.", ""],
      plant: ["A comet passed."],
      decoys: ["About {nn} plates were lost."],
    }),
  ),
];
