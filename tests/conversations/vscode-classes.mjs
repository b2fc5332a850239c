// The classes of chat messages as VS Code's extension host has them: `content` is an accessor of the prototype, and
// what is turned to JSON carries a `$mid` that tells the other process which class it was (by numbers that are not
// these).

export const LanguageModelChatMessageRole = Object.freeze({ User: 1, Assistant: 2, System: 3 });

const marshalled = { TextPart: 21, ThinkingPart: 22, PromptTsxPart: 23, DataPart: 24 };

export class LanguageModelTextPart {
  constructor(value, audience) {
    this.value = value;
    this.audience = audience;
  }
  toJSON() {
    return { $mid: marshalled.TextPart, value: this.value, audience: this.audience };
  }
}

export class LanguageModelThinkingPart {
  /** @param {string | string[]} value */
  constructor(value, id, metadata) {
    this.value = value;
    this.id = id;
    this.metadata = metadata;
  }
  toJSON() {
    return { $mid: marshalled.ThinkingPart, value: this.value, id: this.id, metadata: this.metadata };
  }
}

export class LanguageModelPromptTsxPart {
  constructor(value) {
    this.value = value;
  }
  toJSON() {
    return { $mid: marshalled.PromptTsxPart, value: this.value };
  }
}

export class LanguageModelDataPart {
  constructor(data, mimeType, audience) {
    this.mimeType = mimeType;
    this.data = data;
    this.audience = audience;
  }
  static image(data, mimeType) {
    return new LanguageModelDataPart(data, mimeType);
  }
  static json(value, mimeType = "text/x-json") {
    return new LanguageModelDataPart(new TextEncoder().encode(JSON.stringify(value, undefined, "\t")), mimeType);
  }
  static text(value, mimeType = "text/plain") {
    return new LanguageModelDataPart(new TextEncoder().encode(value), mimeType);
  }
  toJSON() {
    return { $mid: marshalled.DataPart, mimeType: this.mimeType, data: this.data, audience: this.audience };
  }
}

export class LanguageModelToolCallPart {
  constructor(callId, name, input) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

export class LanguageModelToolResultPart {
  constructor(callId, content, isError) {
    this.callId = callId;
    this.content = content;
    this.isError = isError ?? false;
  }
}

/** The name of the class of before there was one; some versions give one, some the other. */
export class LanguageModelToolResultPart2 extends LanguageModelToolResultPart {}

export class LanguageModelChatMessage {
  _content = [];

  constructor(role, content, name) {
    this.role = role;
    this.content = content;
    this.name = name;
  }
  static User(content, name) {
    return new LanguageModelChatMessage(LanguageModelChatMessageRole.User, content, name);
  }
  static Assistant(content, name) {
    return new LanguageModelChatMessage(LanguageModelChatMessageRole.Assistant, content, name);
  }
  set content(value) {
    this._content = typeof value === "string" ? [new LanguageModelTextPart(value)] : value;
  }
  get content() {
    return this._content;
  }
}
