// The coding session of the examples as messages, by other code than the page's: a converter that errs would show.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writers } from "../../compare/formats.mjs";
import { root } from "../../tests/consumers/project.mjs";

const { messages } = JSON.parse(readFileSync(join(root, "examples/data/coding-session.json"), "utf8"));

/** `format`: one of `writers`. */
export const codingSession = (format) =>
  messages.flatMap(({ role, text, calls = [] }) => {
    const { user, turn } = writers[format];
    if (role === "user") return user(text);
    const made = calls.map(({ callId: id, name, args, result, isError: failed }) => ({
      ...{ id, name, args: args ?? {}, result, failed },
    }));
    return turn(text || undefined, made);
  });
