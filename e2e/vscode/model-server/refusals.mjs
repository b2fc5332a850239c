// What the endpoint refuses, and how: status, wording and codes of the real one.
import { check } from "../../../tests/providers/rules/openai-responses.mjs";

const refuse = (status, message, { type = "invalid_request_error", param = null, code = null } = {}) => ({
  status,
  body: { error: { message, type, param, code } },
});

export const tooLarge = refuse(413, "Request body is too large.", { code: "request_too_large" });

/** Without the key, or with another one. */
export function keyRefusal(authorization, key) {
  if (key === undefined || authorization === `Bearer ${key}`) return undefined;
  return authorization
    ? refuse(401, "Incorrect API key provided. You can find your API key in your account settings.", {
        code: "invalid_api_key",
      })
    : refuse(
        401,
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
      );
}

/** Undefined when the request is in order. `rule` names what it is refused by. */
export function refusal(body, { takesCalls, models, tokens }) {
  const model = models[body.model];
  if (!model) {
    const said = refuse(404, `The model '${body.model}' does not exist or you do not have access to it.`, {
      code: "model_not_found",
    });
    return { rule: "model", ...said };
  }
  if (!takesCalls && Array.isArray(body.input)) {
    const at = body.input.findIndex(({ type }) => type === "function_call" || type === "function_call_output");
    if (at >= 0) {
      const { type } = body.input[at];
      const param = `input[${at}]`;
      const said = refuse(400, `Invalid value: '${type}'. Supported values are: 'message'.`, {
        param,
        code: "invalid_value",
      });
      return { rule: "no-calls", ...said };
    }
  }
  const broken = check(body);
  if (broken) return broken;
  if (tokens > model.window) {
    const message = "Your input exceeds the context window of this model. Please adjust your input and try again.";
    return { rule: "window", ...refuse(400, message, { param: "input", code: "context_length_exceeded" }) };
  }
  return undefined;
}
