import type { ModelContext, Prepared, Room } from "./context.js";
import type { Endpoint } from "./endpoint.js";
import { GatewayError, shown } from "./errors.js";
import { type Listener, readAnswer, type Usage } from "./events.js";
import type { ModelFacts } from "./models.js";
import { type Renderings, refusesToolItems } from "./rendering.js";
import type { Settings } from "./settings.js";
import { countTokens, toolTokens } from "./tokens.js";
import type { ChatMessage } from "./translate/parts.js";
import { type Translation, translateRequest } from "./translate/request.js";
import type { ChatTool } from "./translate/tools.js";

/** What VS Code asks for. */
export interface Question {
  readonly model: ModelFacts;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  readonly mustCall: boolean;
  readonly modelOptions: Readonly<Record<string, unknown>>;
}

export interface AnswerParts {
  readonly baseUrl: string;
  readonly settings: Settings;
  readonly endpoint: Endpoint;
  readonly context: ModelContext;
  readonly renderings: Renderings;
  readonly signal: AbortSignal;
  readonly listener: Listener;
  /** Is told of each request right before it is sent. */
  readonly onSend: (prepared: Prepared, translation: Translation, form: string) => void;
  readonly onNote: (note: string) => void;
}

/**
 * Compacts, translates, sends, and reads the answer. Two refusals are answered by another request, each once: of tool
 * items, with calls as text; of the length, with less. Nothing is sent again once the model has begun to speak.
 */
export async function answer(question: Question, parts: AnswerParts): Promise<Usage> {
  const { model, messages, tools } = question;
  const { baseUrl, settings, endpoint, context, renderings, signal, onNote } = parts;
  const beside = toolTokens(tools);
  const room: Room = { window: model.window, outside: beside + answerTokens(question) };
  let prepared = context.prepare(messages, settings, room);
  let form = renderings.formFor(settings.rendering, baseUrl, model.id);
  let mayShrink = true;
  let isTried = false;

  for (;;) {
    const translation = translateRequest(prepared.messages, {
      model: model.id,
      form,
      tools,
      mustCall: question.mustCall,
      takesImages: model.takesImages,
      modelOptions: question.modelOptions,
    });
    const { body, names } = translation;
    if (body.input.length === 0) throw new GatewayError("refused", "There is nothing to send: the messages are empty.");
    parts.onSend(prepared, translation, form);
    const { listener, hasBegun } = watched(
      parts,
      (name) => names.original(name),
      ({ inputTokens }) => {
        if (inputTokens) prepared.observe(shareOfMessages(inputTokens, prepared.messages, beside));
      },
    );
    try {
      const usage = await readAnswer(endpoint.respond(body, signal), listener, endpoint.target("/responses", model.id));
      if (isTried) await renderings.remember(baseUrl, model.id);
      return usage;
    } catch (error) {
      if (hasBegun()) throw error;
      if (settings.rendering === "auto" && form === "native" && refusesToolItems(error, body.input)) {
        form = "comments";
        // Remembered when it is answered: what was refused may have been something else.
        isTried = true;
        onNote(`${shown(model.id)} takes no tool items: they are sent as text`);
      } else if (mayShrink && error instanceof GatewayError && error.kind === "too-long") {
        mayShrink = false;
        // The refusal names the exact input size, so it corrects the estimate.
        const counted = tokensIn(error.refusal.said);
        if (counted) prepared.observe(shareOfMessages(counted, prepared.messages, beside));
        const smaller = context.shrink(messages, prepared, settings, room, windowIn(error.refusal.said));
        if (smaller === undefined) throw error;
        prepared = smaller;
        onNote(`${shown(model.id)} answered that the conversation is too long: it is compacted further`);
      } else {
        throw error;
      }
    }
  }
}

/** What is left free for the answer: what the caller asks for, or as much as the model may give. */
function answerTokens({ model, modelOptions }: Question): number {
  const asked = modelOptions.max_output_tokens ?? modelOptions.max_tokens;
  return typeof asked === "number" && asked > 0 ? asked : model.maxOutputTokens;
}

/** The window, where a refusal tells it, such as "This model's maximum context length is 8192 tokens." */
function windowIn(said: string): number | undefined {
  const found = /context (?:length|window|size|limit)\s*(?:is|of|:|=)?\s*\(?([\d,]{4,})/i.exec(said);
  return found?.[1] === undefined ? undefined : Number(found[1].replaceAll(",", ""));
}

/** The tokens of what was sent, where a refusal tells them, such as "prompt is too long: 214000 tokens > 200000 maximum". */
function tokensIn(said: string): number | undefined {
  const found = /(?:resulted in|too long:|requested|input token count \(?)\s*([\d,]{4,})/i.exec(said);
  return found?.[1] === undefined ? undefined : Number(found[1].replaceAll(",", ""));
}

/**
 * What of the billed tokens is for the messages: tool schemas are billed together with them, and both are only
 * estimated. So both are corrected alike; the difference alone would have all of the error.
 */
function shareOfMessages(inputTokens: number, messages: readonly ChatMessage[], beside: number): number {
  const estimated = messages.reduce((sum, message) => sum + countTokens(message), 0);
  return estimated > 0 ? (inputTokens * estimated) / (estimated + beside) : inputTokens;
}

function watched(
  { listener, onNote }: AnswerParts,
  original: (name: string) => string,
  billed: (usage: Usage) => void,
): { listener: Listener; hasBegun(): boolean } {
  let begun = false;
  return {
    listener: {
      text(text) {
        begun = true;
        listener.text(text);
      },
      call(callId, name, input) {
        begun = true;
        listener.call(callId, original(name), input);
      },
      billed,
      note: onNote,
    },
    hasBegun: () => begun,
  };
}
