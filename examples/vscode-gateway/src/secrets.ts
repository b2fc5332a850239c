import * as vscode from "vscode";
import { GatewayError } from "./errors.js";
import { mistakeIn } from "./key.js";

/**
 * API keys, in the host's own store and nowhere else: not in settings, and never in the log.
 *
 * Each belongs to the host that it was set for: another address does not get it.
 */
export class Secrets {
  readonly #storage: vscode.SecretStorage;

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  async get(baseUrl: string): Promise<string | undefined> {
    return this.#storage.get(nameOf(baseUrl));
  }

  /** Throws when it cannot be a key. */
  async set(baseUrl: string, key: string): Promise<void> {
    const trimmed = key.trim();
    const mistake = mistakeIn(trimmed);
    if (mistake !== undefined) throw new GatewayError("no-permission", mistake);
    await this.#storage.store(nameOf(baseUrl), trimmed);
  }

  async clear(baseUrl: string): Promise<void> {
    await this.#storage.delete(nameOf(baseUrl));
  }

  /** Whether the user gave one. */
  async ask(baseUrl: string): Promise<boolean> {
    const key = await vscode.window.showInputBox({
      title: "API Key",
      prompt: `The key for ${new URL(baseUrl).host}. It is kept in the secret storage of VS Code.`,
      password: true,
      ignoreFocusOut: true,
      validateInput: (written) => (written.trim() === "" ? undefined : mistakeIn(written.trim())),
    });
    if (key === undefined || key.trim() === "") return false;
    await this.set(baseUrl, key);
    return true;
  }
}

function nameOf(baseUrl: string): string {
  return `apiKey ${new URL(baseUrl).origin}`;
}
