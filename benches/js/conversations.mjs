// Conversations of exchanges in each message format.

import { FORMATS, writers } from "../../compare/formats.mjs";

const request = "The import of tables fails now and then. Find out why, and mend it.";
const remark = "Looking at the next one.";

// Like VS Code's extension host: `content` is an accessor of the prototype.
class TextPart {
  constructor(value) {
    this.value = value;
  }
}
class ToolCallPart {
  constructor(callId, name, input) {
    Object.assign(this, { callId, name, input });
  }
}
class ToolResultPart {
  constructor(callId, content, isError) {
    Object.assign(this, { callId, content, isError });
  }
}
class ChatMessage {
  _content = [];
  constructor(role, content, name) {
    this.role = role;
    this.content = content;
    this.name = name;
  }
  get content() {
    return this._content;
  }
  set content(value) {
    this._content = typeof value === "string" ? [new TextPart(value)] : value;
  }
}

/** As VS Code's API has them: objects of classes. */
const vscode = {
  user: (text) => [new ChatMessage(1, text)],
  turn: (text, calls) => [
    new ChatMessage(2, [new TextPart(text), ...calls.map(({ id, name, args }) => new ToolCallPart(id, name, args))]),
    ...calls.map(({ id, result, failed = false }) => {
      return new ChatMessage(1, [new ToolResultPart(id, [new TextPart(result)], failed)]);
    }),
  ],
};

/** The library's names of the formats, with their writers. */
const formats = Object.fromEntries(
  Object.entries({ ...writers, vscode }).map(([folder, writer]) => [FORMATS[folder], writer]),
);

/** The names of the formats. */
export const names = Object.keys(formats);

/** The conversation of exchanges, `{ id, name, args, result, failed }`: each time new objects around the same texts. */
export function messagesOf(format, exchanges) {
  const { user, turn } = formats[format];
  // In Responses a text would be an item of its own.
  const text = format === "openai-responses" ? undefined : remark;
  const messages = user(request);
  for (const one of exchanges) {
    const [call, result] = turn(text, [one]);
    messages.push(call, result);
  }
  return messages;
}
