import { wasm } from "../wasm.js";
import { withHalves } from "./halves.js";
import { isWellFormed, requireText } from "./units.js";

/**
 * Replaces the secrets in a text: tokens of known providers, private keys, passwords in URLs, credentials in headers,
 * and values behind a name such as `API_KEY`.
 *
 * @example
 * ```ts
 * import { compactMessages, redactSecrets } from "tooltrim";
 *
 * redactSecrets("$ psql postgres://app:c0rrect-h0rse@db.example/app");
 * // "$ psql postgres://app:[redacted: password]@db.example/app"
 * redactSecrets("const token = process.env.API_TOKEN;"); // the same
 *
 * const { messages } = compactMessages([], { window: { tokens: 128_000 }, redact: redactSecrets });
 * ```
 *
 * The result has as many lines, and redacting it again changes nothing. A text without secrets is returned unchanged.
 * The rules find known forms, not all secrets: a password in prose stays. Takes linear time.
 *
 * @throws TooltrimError `INVALID_OPTION` for anything but a string
 */
export function redactSecrets(text: string): string {
  requireText(text);
  // A text that uses all private chars gets U+FFFD for lone surrogates where it has secrets.
  return isWellFormed(text) ? redacted(text) : (withHalves(text, redacted)?.text ?? redacted(text));
}

const redacted = (text: string): string => wasm().redact_secrets_of(text) ?? text;
