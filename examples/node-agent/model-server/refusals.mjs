// What the endpoint refuses, with the status, the code and the words of OpenAI.

/**
 * @typedef {object} Refusal
 * @property {number} status
 * @property {{ message: string, type: string, param: string | null, code: string | null }} error
 */

/**
 * @param {number} status @param {string} message @param {{ code?: string, param?: string }} [more] @returns {Refusal}
 */
const refusal = (status, message, { code, param } = {}) => ({
  status,
  error: { message, type: "invalid_request_error", param: param ?? null, code: code ?? null },
});

/** @param {string | undefined} authorization @param {string} key */
export function keyRefusal(authorization, key) {
  if (authorization === `Bearer ${key}`) return undefined;
  if (!authorization) {
    return refusal(
      401,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
    );
  }
  const shown = authorization.replace(/^Bearer /, "").slice(0, 4);
  return refusal(401, `Incorrect API key provided: ${shown}****.`, { code: "invalid_api_key" });
}

/** @param {string} model @param {string} known */
export function modelRefusal(model, known) {
  if (model === known) return undefined;
  return refusal(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
    code: "model_not_found",
  });
}

/** Each call has to be answered right behind its message, and nothing else. @param {any[]} messages */
export function pairRefusal(messages) {
  /** @type {Set<string>} */
  let open = new Set();
  let at = 0;
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id)) return toolRefusal(at);
    } else if (open.size > 0) {
      break;
    } else {
      open = new Set(message.tool_calls?.map((/** @type {{ id: string }} */ { id }) => id));
    }
    at += 1;
  }
  if (open.size === 0) return undefined;
  const ids = [...open].join(", ");
  const rule =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
  return refusal(400, `${rule} The following tool_call_ids did not have response messages: ${ids}`, {
    param: `messages.[${at}].role`,
  });
}

/** @param {number} at */
function toolRefusal(at) {
  const rule = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
  return refusal(400, `Invalid parameter: ${rule}`, { param: `messages.[${at}].role` });
}

/** @param {{ messages: number, tools: number }} tokens @param {number} answer @param {number} window */
export function lengthRefusal({ messages, tools }, answer, window) {
  const sum = messages + tools + answer;
  if (sum <= window) return undefined;
  const parts = `${messages} in the messages, ${tools} in the functions, ${answer} in the completion`;
  return refusal(
    400,
    `This model's maximum context length is ${window} tokens. However, you requested ${sum} tokens (${parts}). ` +
      "Please reduce the length of the messages, functions, or completion.",
    { code: "context_length_exceeded", param: "messages" },
  );
}
