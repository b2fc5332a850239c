import { randomUUID } from "node:crypto";

/**
 * Where requests go: to the endpoint of the user, or to the scripted model, which is started.
 *
 * @param {import("./settings.mjs").Settings} settings
 * @returns {Promise<{ url: string, key: string, model: string, close: () => Promise<void> }>}
 */
export async function startEndpoint({ endpoint, window }) {
  if (endpoint) {
    const { url = "https://api.openai.com/v1", key, model } = endpoint;
    return { url, key, model, close: async () => {} };
  }
  // Only then: its tokenizer takes a moment to load.
  const { MODEL, startModelServer } = await import("./model-server/index.mjs");
  const key = randomUUID();
  const { url, close } = await startModelServer({ window, key });
  return { url, key, model: MODEL, close };
}
