// `pruneMessages` of the AI SDK. It takes ModelMessages only.

import { pruneToFit } from "../../../compare/history/contenders/prune-messages.mjs";

export async function aiSdk() {
  const name = "AI SDK pruneMessages";
  const formats = ["aisdk"];
  let pruneMessages;
  try {
    ({ pruneMessages } = await import("ai"));
  } catch {
    return { name, formats, skipped: "the package ai is not installed" };
  }
  const compact = async (messages, { limit }) => (await pruneToFit(pruneMessages, messages, limit)).messages;
  return { name, formats, compact };
}
