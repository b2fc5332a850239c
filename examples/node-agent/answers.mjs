// Answers that are none: an agent that took them for its end would look as if all were well.
import { UserError } from "./settings.mjs";

/**
 * @param {object} answer
 * @param {unknown} answer.finish why it ended, in the words of Chat Completions
 * @param {string | null | undefined} answer.text
 * @param {readonly unknown[]} answer.calls
 * @param {readonly { name?: string | undefined }[]} [answer.unreadable] calls whose arguments are no JSON, where they stay without a result
 */
export function checkAnswer({ finish, text, calls, unreadable: [unreadable] = [] }) {
  if (finish === "length") {
    throw new UserError(
      "The model's answer was cut off at the limit of tokens (finish_reason: length): take a model that thinks less before it answers, or raise `answer` in settings.mjs.",
    );
  }
  if (finish === "content_filter")
    throw new UserError("The endpoint held the answer back (finish_reason: content_filter): try another model.");
  if (!finish)
    throw new UserError(
      "The answer broke off before its end, or is none of Chat Completions: is OPENAI_BASE_URL right? Run it again, and look at the log of the endpoint.",
    );
  if (unreadable) {
    throw new UserError(
      `The model called ${unreadable.name ?? "a tool"} with arguments that are no JSON: run it again, or try another model.`,
    );
  }
  if (calls.length === 0 && !text?.trim()) {
    throw new UserError(
      "The model's answer is empty, with neither text nor a call: does this model, at this endpoint, know tools?",
    );
  }
}
