import * as vscode from "vscode";
import { answer, type Question } from "./answer.js";
import type { Prepared } from "./context.js";
import type { Contexts } from "./contexts.js";
import { Endpoint } from "./endpoint.js";
import { GatewayError, shown } from "./errors.js";
import type { Listener } from "./events.js";
import type { Log } from "./log.js";
import type { Models } from "./models.js";
import { stepRecord } from "./record.js";
import type { Renderings } from "./rendering.js";
import type { Secrets } from "./secrets.js";
import { baseUrlOf, readSettings } from "./settings.js";
import type { Steps } from "./steps.js";
import { charsOf, countTokens } from "./tokens.js";
import type { ChatMessage } from "./translate/parts.js";
import type { Translation } from "./translate/request.js";

export interface ProviderParts {
  readonly secrets: Secrets;
  readonly models: Models;
  readonly contexts: Contexts;
  readonly renderings: Renderings;
  readonly steps: Steps;
  readonly log: Log;
  /** Is told of failures that the user can do something about. */
  readonly onFailure: (error: GatewayError) => void;
}

/** Offers the models of the endpoint to VS Code. */
export class GatewayProvider implements vscode.LanguageModelChatProvider {
  readonly #parts: ProviderParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;
  #requests = 0;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  /** The list of models may be another one now. */
  refresh(): void {
    this.#parts.models.expire();
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async provideLanguageModelChatInformation(
    { silent }: vscode.PrepareLanguageModelChatModelOptions,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelChatInformation[]> {
    const { models, secrets, log } = this.#parts;
    const settings = readSettings();
    return cancellable(token, [], async (signal) => {
      // Nobody has asked for us yet.
      if (silent && settings.baseUrl.trim() === "") return [];
      const baseUrl = baseUrlOf(settings);
      const load = async () => models.load(new Endpoint(baseUrl, await secrets.get(baseUrl)), baseUrl, signal);
      try {
        await load();
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn(error instanceof GatewayError ? error.message : shown(String(error)));
        if (!(error instanceof GatewayError)) throw error;
        // Endpoints without a list have models all the same, when the settings name them.
        const mayAsk = !silent && error.kind === "no-permission";
        if (mayAsk && (await secrets.ask(baseUrl))) await load();
        else if (!silent && settings.models.length === 0) throw error;
      }
      return models.all(settings, baseUrl).map(({ id, name, window, maxOutputTokens, takesImages, callsTools }) => ({
        id,
        name,
        family: id,
        version: "1",
        detail: new URL(baseUrl).host,
        maxInputTokens: window - maxOutputTokens,
        maxOutputTokens,
        capabilities: { imageInput: takesImages, toolCalling: callsTools },
      }));
    });
  }

  async provideLanguageModelChatResponse(
    model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const listener: Listener = {
      text: (text) => progress.report(new vscode.LanguageModelTextPart(text)),
      call: (callId, name, input) => progress.report(new vscode.LanguageModelToolCallPart(callId, name, input)),
    };
    await cancellable(token, undefined, async (signal) => {
      const asked = {
        messages,
        tools: options.tools ?? [],
        mustCall: options.toolMode === vscode.LanguageModelChatToolMode.Required,
        modelOptions: options.modelOptions ?? {},
      };
      await this.#answer(model, asked, listener, signal);
    });
  }

  async provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return countTokens(text);
  }

  async #answer(
    model: vscode.LanguageModelChatInformation,
    asked: Omit<Question, "model">,
    listener: Listener,
    signal: AbortSignal,
  ): Promise<void> {
    const { secrets, models, contexts, renderings, log, onFailure } = this.#parts;
    this.#requests += 1;
    const number = this.#requests;
    const settings = readSettings();
    const start = performance.now();
    let counted: Prepared["compaction"];
    try {
      const baseUrl = baseUrlOf(settings);
      const question: Question = { ...asked, model: models.facts(model.id, settings, baseUrl, model) };
      const context = await contexts.of(baseUrl, model.id);
      const usage = await answer(question, {
        baseUrl,
        settings,
        endpoint: new Endpoint(baseUrl, await secrets.get(baseUrl)),
        context,
        renderings,
        signal,
        listener,
        onSend: (prepared, translation, form) => {
          this.#sending(number, question, prepared, translation, form);
          // It goes out again when its form is refused, and is one step all the same.
          if (prepared.compaction !== counted) this.#step(question, prepared.compaction);
          counted = prepared.compaction;
        },
        onNote: (note) => log.info(`request ${number}: ${note}`),
      });
      contexts.changed(false);
      const { inputTokens = "?", cachedTokens = "?", outputTokens = "?" } = usage;
      const billed = `${inputTokens} tokens in (${cachedTokens} cached), ${outputTokens} out`;
      log.info(`answer ${number}: ${Math.round(performance.now() - start)} ms, ${billed}`);
    } catch (error) {
      if (signal.aborted) log.info(`answer ${number}: cancelled`);
      else if (error instanceof GatewayError) {
        log.warn(`answer ${number}: ${error.message}`);
        onFailure(error);
      } else log.warn(`answer ${number}: ${shown(String(error))}`);
      throw error;
    }
  }

  #sending(
    number: number,
    { model, messages }: Question,
    { messages: sent, milliseconds }: Prepared,
    { repairs }: Translation,
    form: string,
  ): void {
    const { log } = this.#parts;
    const chars = (list: readonly ChatMessage[]) => list.reduce((sum, message) => sum + charsOf(message), 0);
    const sizes = `${messages.length} messages, ${chars(messages)} -> ${chars(sent)} chars`;
    log.info(`request ${number}: ${shown(model.id)}, ${sizes}, compaction ${milliseconds.toFixed(2)} ms, ${form}`);
    for (const { rule, action, path } of repairs) log.info(`mended: ${rule}, ${action} (item ${path})`);
  }

  #step({ model, messages }: Question, compaction: Prepared["compaction"]): void {
    if (compaction === undefined || compaction.notice === null) return;
    const { log, steps, contexts } = this.#parts;
    const { notice, report } = compaction;
    if (!report.fits) log.warn(notice);
    if (report.firstChangedMessage === null) return;
    log.step(notice, report, steps.last()?.report);
    steps.add(stepRecord(model.id, messages, compaction));
    contexts.changed(true);
  }
}

/**
 * Runs with a signal in the place of a token. What is cancelled ends without an error, and no listener stays behind.
 */
async function cancellable<T>(
  token: vscode.CancellationToken,
  cancelled: T,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  try {
    return await run(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return cancelled;
    throw asLanguageModelError(error);
  } finally {
    listening.dispose();
  }
}

/** VS Code knows three kinds; for others the message has to do. */
function asLanguageModelError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  if (error.kind === "no-permission") return vscode.LanguageModelError.NoPermissions(error.message);
  if (error.kind === "not-found") return vscode.LanguageModelError.NotFound(error.message);
  if (error.kind === "blocked") return vscode.LanguageModelError.Blocked(error.message);
  return new Error(error.message, { cause: error });
}
