// What goes wrong on the way to the endpoint, as a sentence that says what to do. Errors are known by what they hold:
// the OpenAI client, the AI SDK and LangChain each have classes of their own, and wrap one another's.
import { UserError } from "./settings.mjs";

/**
 * @typedef {object} Refusal what the endpoint answered
 * @property {number} status
 * @property {string} message
 * @property {string} code
 */

/** An error and all that caused it. @param {unknown} error @returns {any[]} */
function chainOf(error) {
  const chain = [];
  for (let each = /** @type {any} */ (error); each instanceof Error && chain.length < 10; ) {
    chain.push(each);
    each = each.cause ?? /** @type {any} */ (each).lastError;
  }
  return chain;
}

/** @param {unknown} error @returns {Refusal | undefined} */
function refusalOf(error) {
  const found = chainOf(error).find(({ status, statusCode }) => typeof (status ?? statusCode) === "number");
  if (!found) return undefined;
  return {
    status: found.status ?? found.statusCode,
    // The client puts the status before it.
    message: found.message.replace(new RegExp(`^${found.status} `), ""),
    code: String(found.code ?? found.data?.error?.code ?? ""),
  };
}

/** Whether the context is too long for the model. @param {unknown} error */
export function isTooLong(error) {
  const refusal = refusalOf(error);
  if (refusal?.status !== 400 && refusal?.status !== 413) return false;
  // OpenAI has a code; others only say it.
  return (
    refusal.code === "context_length_exceeded" ||
    /context (length|window)|too many tokens|prompt is too long/i.test(refusal.message)
  );
}

/** The tokens of what was sent, when the endpoint names them. @param {unknown} error @returns {number | undefined} */
export function tokensNamedIn(error) {
  const named = /(?:resulted in|too long:|requested|input token count \(?)\s*([\d,]+)/i;
  const [, tokens] = named.exec(refusalOf(error)?.message ?? "") ?? [];
  return tokens ? Number(tokens.replaceAll(",", "")) : undefined;
}

/** The model's window, when the endpoint names it. @param {unknown} error @returns {number | undefined} */
export function windowNamedIn(error) {
  const [, tokens] = /maximum context length is ([\d,]+)/i.exec(refusalOf(error)?.message ?? "") ?? [];
  return tokens ? Number(tokens.replaceAll(",", "")) : undefined;
}

/** @param {unknown} error @param {{ url: string, model: string }} endpoint @returns {string} */
export function sentenceOf(error, { url, model }) {
  const chain = chainOf(error);
  const ours = chain.find((each) => each instanceof UserError);
  if (ours) return ours.message;
  const refusal = refusalOf(error);
  // A status of 200 is no refusal: the answer could not be read.
  if (refusal && refusal.status >= 400) return refusedSentence(refusal, isTooLong(error), { url, model });
  const told = chain.map(({ name, code, message }) => `${name} ${code} ${message}`).join("\n");
  // "connect ECONNREFUSED 127.0.0.1:1" says more than "Connection error."
  const { message, code } = chain.at(-1) ?? { message: wordsOf(error) };
  if (BROKEN_OFF.test(told))
    return `The answer of ${url} broke off before its end: run it again, and look at the log of the endpoint. (${message || code})`;
  if (/connection|fetch failed|cannot connect/i.test(told))
    return `Nobody answers at ${url}: is OPENAI_BASE_URL right, and the server running? (${message || code})`;
  // The client throws what an event of the stream says, the SDK hands it over as it came.
  const event = chain.find((each) => each.error && "status" in each) ?? (error instanceof Error ? undefined : error);
  if (event) return `${url} broke off with an error: ${wordsOf(event)}. Run it again later, or look at its log.`;
  if (UNREADABLE.test(told))
    return `What ${url} answers is not Chat Completions: is OPENAI_BASE_URL right? Most end in /v1. (${message || code})`;
  return chain[0].stack ?? chain[0].message;
}

const BROKEN_OFF = /\bterminated|other side closed|premature close|socket hang up|ECONNRESET|missing finish_reason/i;
const UNREADABLE = /SyntaxError|JSON|AI_\w+|OpenAIError|reading 'message'|ended without/;

/** @param {unknown} error */
function wordsOf(error) {
  const { message } = /** @type {{ message?: unknown }} */ (Object(error));
  return typeof message === "string" ? message : (JSON.stringify(error) ?? String(error));
}

/** @param {Refusal} refusal @param {boolean} isLength @param {{ url: string, model: string }} endpoint */
function refusedSentence({ status, message }, isLength, { url, model }) {
  if (isLength) return `The conversation no longer fits the window of ${model}. The endpoint says: ${message}`;
  if (status === 401 || status === 403) return `${url} refuses the key: is OPENAI_API_KEY right? (${message})`;
  if (status === 404) return `${url} does not know ${model}: are MODEL and OPENAI_BASE_URL right? (${message})`;
  if (status === 429) return `${url} has had enough requests for now, or the quota is used up. (${message})`;
  return `${url} answered ${status}: ${message}`;
}
