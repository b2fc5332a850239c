// What goes wrong on the way to the endpoint, as a sentence that says what to do. Errors are known by what they hold: the OpenAI client,
// the AI SDK and LangChain each have classes of their own, and wrap one another's.

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
    message: found.message,
    code: String(found.code ?? found.data?.error?.code ?? ""),
  };
}

/** Whether the context is too long for the model. @param {unknown} error */
export function isTooLong(error) {
  const refusal = refusalOf(error);
  if (refusal?.status !== 400) return false;
  // OpenAI has a code; others only say it.
  return refusal.code === "context_length_exceeded" || /context (length|window)|too many tokens/i.test(refusal.message);
}

/** The model's window, when the endpoint names it. @param {unknown} error @returns {number | undefined} */
export function windowNamedIn(error) {
  const [, tokens] = /maximum context length is ([\d,]+)/i.exec(refusalOf(error)?.message ?? "") ?? [];
  return tokens ? Number(tokens.replaceAll(",", "")) : undefined;
}

/** @param {unknown} error @param {{ url: string, model: string }} endpoint @returns {string} */
export function sentenceOf(error, { url, model }) {
  const refusal = refusalOf(error);
  if (refusal) return refusedSentence(refusal, isTooLong(error), { url, model });
  const chain = chainOf(error);
  // "connect ECONNREFUSED 127.0.0.1:1" says more than "Connection error."
  const isUnreached = chain.some(({ name, code, message }) =>
    /connection|fetch failed|cannot connect/i.test(`${name} ${code} ${message}`),
  );
  const { message, code } = chain.at(-1) ?? { message: String(error) };
  if (isUnreached)
    return `Nobody answers at ${url}: is OPENAI_BASE_URL right, and the server running? (${message || code})`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @param {Refusal} refusal @param {boolean} isLength @param {{ url: string, model: string }} endpoint */
function refusedSentence({ status, message }, isLength, { url, model }) {
  if (isLength) return `The conversation no longer fits the window of ${model}. The endpoint says: ${message}`;
  if (status === 401 || status === 403) return `${url} refuses the key: is OPENAI_API_KEY right? (${message})`;
  if (status === 404) return `${url} does not know ${model}: are MODEL and OPENAI_BASE_URL right? (${message})`;
  if (status === 429) return `${url} has had enough requests for now, or the quota is used up. (${message})`;
  return `${url} answered ${status}: ${message}`;
}
