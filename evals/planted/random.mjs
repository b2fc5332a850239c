// The same seed gives the same log on every machine: no clock, no Math.random.

import { randomFrom } from "../../scripts/lib/random.mjs";

const stems =
  "order invoice cart session user token cache queue ledger parser router schema tenant widget report stream".split(
    " ",
  );
const verbs = "load save parse merge apply render resolve flush fetch encode verify split collect rebuild".split(" ");
const folders = "core api billing search auth storage worker ui net sync".split(" ");

/** FNV-1a, 32 bits: a seed out of a name. */
function hash(text) {
  let state = 0x811c9dc5;
  for (const unit of text) state = Math.imul(state ^ unit.codePointAt(0), 0x01000193);
  return state >>> 0;
}

/** The few draws that the templates need. */
export class Random {
  #number;

  constructor(seed) {
    this.#number = randomFrom(hash(seed));
  }

  next() {
    return this.#number() / 2 ** 32;
  }

  int(from, to) {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share) {
    return this.next() < share;
  }

  pick(list) {
    return list[this.int(0, list.length - 1)];
  }

  /** `count` different ones, in the order of the list. */
  some(list, count) {
    const left = list.map((_, index) => index);
    while (left.length > count) left.splice(this.int(0, left.length - 1), 1);
    return left.map((index) => list[index]);
  }

  stem() {
    return this.pick(stems);
  }

  verb() {
    return this.pick(verbs);
  }

  folder() {
    return this.pick(folders);
  }

  /** `billing/invoice_merge`, joined by what the language uses. */
  path(join = "_") {
    return `${this.folder()}/${this.stem()}${join}${this.verb()}`;
  }

  snake() {
    return `${this.verb()}_${this.stem()}`;
  }

  camel() {
    return this.verb() + this.pascal();
  }

  pascal() {
    const stem = this.stem();
    return stem[0].toUpperCase() + stem.slice(1);
  }

  hex(length) {
    return Array.from({ length }, () => this.int(0, 15).toString(16)).join("");
  }

  ms(to = 900) {
    return this.int(1, to);
  }
}
