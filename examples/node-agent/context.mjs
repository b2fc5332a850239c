// What of the conversation goes out with a request.
import { Compactor, estimateTokens, redactSecrets } from "tooltrim";
import { isTooLong, tokensNamedIn, windowNamedIn } from "./errors.mjs";

/** @typedef {import("openai/resources/chat/completions").ChatCompletionMessageParam} Message */

/**
 * @typedef {object} Sent
 * @property {readonly Message[]} messages
 * @property {number} tokens of all that goes out, estimated
 * @property {number} uncompacted what it would be without compaction
 * @property {boolean} isStep whether it was compacted further than the one before
 */

/** How far a step goes after a refusal, one after another, as shares of the window. */
const AFTER_REFUSALS = [0.5, 0.25, 0.1];

export class Context {
  /** @type {Compactor} */
  #compactor;
  #tools;
  #store;

  /**
   * @param {object} settings
   * @param {number} settings.window
   * @param {number} settings.answer
   * @param {readonly object[]} settings.tools
   * @param {import("tooltrim/store").OutputStore} settings.store keeps what is taken out
   * @param {import("tooltrim").JsonValue} [settings.state] to go on from
   */
  constructor({ window, answer, tools, store, state }) {
    this.window = window;
    this.#tools = estimateTokens(JSON.stringify(tools));
    this.answer = answer;
    this.#store = store;
    this.#compactor = this.#goOn(state);
  }

  /** Message for the user about the start. @type {string | undefined} */
  notice;

  /** @param {import("tooltrim").JsonValue | undefined} state */
  #goOn(state) {
    if (!state) return new Compactor(this.#options());
    try {
      return Compactor.from(state, this.#options());
    } catch (error) {
      // Another version wrote it. The history is whole, so all that is lost is what was decided about it.
      const fresh = new Compactor(this.#options());
      this.notice = `The saved decisions of compaction cannot be read and are made anew. (${error})`;
      return fresh;
    }
  }

  /** What was decided. What was taken out stands in the store. */
  state() {
    return this.#compactor.state();
  }

  #options() {
    // The system prompt is one of the messages; what stands beside them are the tools and the answer.
    return {
      window: { tokens: this.window },
      reserve: { tokens: this.#tools + this.answer },
      store: this.#store,
      // What a tool printed once is not quoted with its tokens and passwords.
      redact: redactSecrets,
      // What was read again can be read again.
      tools: { tooltrim_retrieve: { keep: /** @type {const} */ ("never") } },
    };
  }

  /** @param {readonly Message[]} history @param {{ force?: boolean, compactTo?: number }} [request] @returns {Sent} */
  #next(history, request) {
    const { messages, report } = this.#compactor.next(history, request);
    const { before, after } = report;
    return {
      messages,
      tokens: after.tokens + this.#tools,
      uncompacted: before.tokens + this.#tools,
      isStep: report.firstChangedMessage !== null,
    };
  }

  /**
   * Sends the conversation. When the endpoint finds it too long (the window is smaller than we were told, or the
   * estimate was far off) it is compacted further and sent again.
   *
   * @template {{ inputTokens: number | undefined }} Answer
   * @param {readonly Message[]} history all of it, as it came to be
   * @param {(sent: Sent) => Promise<Answer>} send
   * @returns {Promise<Answer>}
   */
  async request(history, send) {
    let sent = this.#next(history);
    for (let refusals = 0; ; refusals += 1) {
      try {
        const answer = await send(sent);
        this.#observe(answer.inputTokens, sent.tokens);
        return answer;
      } catch (error) {
        const compactTo = AFTER_REFUSALS[refusals];
        if (!isTooLong(error) || compactTo === undefined) throw error;
        // The refusal names the exact input size, so it corrects the estimate.
        this.#observe(tokensNamedIn(error), sent.tokens);
        this.#learn(windowNamedIn(error) ?? Math.round(sent.tokens * 0.9));
        sent = this.#next(history, { force: true, compactTo });
      }
    }
  }

  /** A window that turned out to be smaller; what was decided stays decided. @param {number} tokens */
  #learn(tokens) {
    if (tokens >= this.window || tokens <= this.#tools + this.answer) return;
    this.window = tokens;
    this.#compactor = Compactor.from(this.#compactor.state(), this.#options());
  }

  /**
   * The provider bills tools and messages; the marks of the compactor go by the messages. Theirs is a share of it: what
   * the estimate of the tools is off by is not theirs alone.
   *
   * @param {number | undefined} billed
   * @param {number} sent as it was estimated, with the tools
   */
  #observe(billed, sent) {
    if (billed !== undefined) this.#compactor.observe({ inputTokens: billed * ((sent - this.#tools) / sent) });
  }
}

/** The same without compaction, to see what happens then. */
export class PlainContext {
  #tools;
  /** @type {string | undefined} */
  notice;

  /** @param {{ window: number, answer: number, tools: readonly object[] }} settings */
  constructor({ window, tools }) {
    this.window = window;
    this.#tools = estimateTokens(JSON.stringify(tools));
  }

  state() {
    return undefined;
  }

  /**
   * @template {{ inputTokens: number | undefined }} Answer
   * @param {readonly Message[]} history
   * @param {(sent: Sent) => Promise<Answer>} send
   * @returns {Promise<Answer>}
   */
  request(history, send) {
    const tokens = this.#tools + estimateTokens(JSON.stringify(history));
    return send({ messages: history, tokens, uncompacted: tokens, isStep: false });
  }
}
