// A live view of the context in the terminal: what happens, and below it a line that is drawn again and again. Where
// the output is no terminal, a line for each request.
import { clearLine, cursorTo } from "node:readline";
import { stripVTControlCharacters, styleText } from "node:util";
import { bar, fitted, lineOf, number } from "./view-line.mjs";

/** @typedef {import("./view-line.mjs").Counts} Counts */

export class View {
  #output;
  #isLive;
  #text = "";
  /** @type {Counts} */
  #counts = {
    tokens: 0,
    isBilled: false,
    window: 0,
    requests: 0,
    calls: 0,
    steps: 0,
    last: null,
    largest: 0,
    uncompacted: 0,
    cut: 0,
    cutCalls: 0,
  };

  /** @param {NodeJS.WriteStream} output */
  constructor(output) {
    this.#output = output;
    this.#isLive = output.isTTY === true && process.env.TERM !== "dumb";
  }

  /** @returns {Readonly<Counts>} */
  get counts() {
    return this.#counts;
  }

  /** @param {import("./context.mjs").Sent} sent @param {number} window */
  sending({ tokens, uncompacted, isStep }, window) {
    const counts = this.#counts;
    const before = counts.tokens;
    counts.requests += 1;
    Object.assign(counts, { tokens, window, isBilled: false, uncompacted: Math.max(counts.uncompacted, uncompacted) });
    if (isStep) {
      counts.steps += 1;
      counts.last = { before, after: tokens };
      this.#print(this.#styled("yellow", `  context compacted: ${number(before)} → ${number(tokens)} tokens`));
    }
    if (this.#isLive) this.#draw();
  }

  /** @param {number | undefined} billed tokens, when the endpoint tells */
  answered(billed) {
    const counts = this.#counts;
    Object.assign(counts, { tokens: billed ?? counts.tokens, isBilled: billed !== undefined });
    counts.largest = Math.max(counts.largest, counts.tokens);
    this.endText();
    if (this.#isLive) this.#draw();
    else this.#print(lineOf(counts));
  }

  /** What the model says, as it comes. @param {string} piece */
  said(piece) {
    this.#text += piece;
    const end = this.#text.lastIndexOf("\n");
    if (end < 0) return;
    this.#print(safe(this.#text.slice(0, end)));
    this.#text = this.#text.slice(end + 1);
  }

  /** An answer is over: what is left of its last line is shown. */
  endText() {
    if (this.#text.trim()) this.#print(safe(this.#text));
    this.#text = "";
  }

  /** A tool had more to say than there is room for. @param {string} line of the log @param {string | undefined} ref */
  cut(line, ref) {
    this.#print(this.#styled("gray", `  ${safe(line)}${ref ? ` ref=${ref}` : ""}`));
  }

  /** @param {string} name @param {unknown} input @param {import("./tools/index.mjs").ToolResult} result */
  called(name, input, { text, isError, cut }) {
    const counts = this.#counts;
    counts.calls += 1;
    if (cut > 0) {
      counts.cut += cut;
      counts.cutCalls += 1;
    }
    const what = Object.values(typeof input === "object" && input ? input : { input })[0];
    const size = isError ? this.#styled("red", safe(text).slice(0, 100)) : `${number(text.length)} chars`;
    const less = cut > 0 ? `, ${number(cut)} cut` : "";
    this.#print(`  ${this.#styled("cyan", name)} ${safe(String(what)).slice(0, 70)} → ${size}${less}`);
  }

  /** The live line goes: what comes next stands in its place. */
  end() {
    this.endText();
    if (this.#isLive) this.#clear();
  }

  /** @param {string} text */
  #print(text) {
    if (this.#isLive) this.#clear();
    this.#output.write(`${text}\n`);
    if (this.#isLive && this.#counts.requests > 0) this.#draw();
  }

  #clear() {
    clearLine(this.#output, 0);
    cursorTo(this.#output, 0);
  }

  #draw() {
    this.#clear();
    const { tokens, window } = this.#counts;
    const filled = tokens / window;
    const [full, empty] = bar(filled);
    const colour = filled > 0.8 ? "red" : filled > 0.6 ? "yellow" : "green";
    const columns = this.#output.columns || 80;
    // One column less than there are: a full line would wrap, and could not be cleared.
    const rest = fitted(lineOf(this.#counts).trim(), columns - full.length - empty.length - 2);
    // Where there is no room for the bar, a few words are worth more.
    if (!rest) {
      this.#output.write(fitted(lineOf(this.#counts).trim(), columns - 1));
      return;
    }
    this.#output.write(`${this.#styled(colour, full)}${this.#styled("gray", empty)} ${rest}`);
  }

  /** @param {Parameters<typeof styleText>[0]} style @param {string} text */
  #styled(style, text) {
    return this.#isLive && !process.env.NO_COLOR ? styleText(style, text) : text;
  }
}

/** What models and tools say must not steer the terminal. @param {string} text */
function safe(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
