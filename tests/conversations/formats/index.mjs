// The formats.
import { aiSdk } from "./ai-sdk.mjs";
import { aiSdkUi } from "./ai-sdk-ui.mjs";
import { anthropic, anthropicSystem } from "./anthropic.mjs";
import { gemini, geminiPython } from "./gemini.mjs";
import { langchain, langchainPlain, langchainSerialized, langchainStored } from "./langchain.mjs";
import { openaiAgents } from "./openai-agents.mjs";
import { openaiChat, openaiChatLegacy } from "./openai-chat.mjs";
import { openaiResponses, openaiResponsesStored } from "./openai-responses.mjs";
import { vscode, vscodePlain } from "./vscode.mjs";

/**
 * - `detects`: the format that a reader should find in these messages. It can be sure only of what has a call: plain texts are
 *   alike in several formats
 * - `write`: a conversation's messages
 * - `repeatedIds`: whether ids of calls may repeat from step to step
 */
export const formats = [
  { name: "openai-chat", detects: "openai-chat", write: openaiChat, repeatedIds: true },
  { name: "openai-chat-legacy", detects: "openai-chat", write: openaiChatLegacy, repeatedIds: true },
  { name: "langchain", detects: "openai-chat", write: langchain, repeatedIds: true },
  { name: "langchain-plain", detects: "openai-chat", write: langchainPlain, repeatedIds: true },
  { name: "langchain-serialized", detects: "openai-chat", write: langchainSerialized, repeatedIds: true },
  { name: "langchain-stored", detects: "openai-chat", write: langchainStored, repeatedIds: true },
  { name: "openai-responses", detects: "openai-responses", write: openaiResponses, repeatedIds: false },
  { name: "openai-responses-stored", detects: "openai-responses", write: openaiResponsesStored, repeatedIds: false },
  { name: "openai-agents", detects: "openai-responses", write: openaiAgents, repeatedIds: false },
  { name: "anthropic", detects: "anthropic", write: anthropic, repeatedIds: false },
  { name: "anthropic-system", detects: "anthropic", write: anthropicSystem, repeatedIds: false },
  { name: "gemini", detects: "gemini", write: gemini, repeatedIds: true },
  { name: "gemini-python", detects: "gemini", write: geminiPython, repeatedIds: true },
  { name: "ai-sdk", detects: "ai-sdk", write: aiSdk, repeatedIds: true },
  { name: "ai-sdk-ui", detects: "ai-sdk", write: aiSdkUi, repeatedIds: false },
  { name: "vscode", detects: "vscode", write: vscode, repeatedIds: true },
  { name: "vscode-plain", detects: "vscode", write: vscodePlain, repeatedIds: true },
];
