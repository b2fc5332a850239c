// The libraries that tooltrim is compared with, as they are published.
import "./worker-scope.js";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { pruneMessages } from "ai";
import { version as aiVersion } from "ai/package.json";
import { ClearToolUsesEdit } from "langchain";
import { version as langchainVersion } from "langchain/package.json";

export const ai = { pruneMessages, version: aiVersion };

export const langchain = {
  ClearToolUsesEdit,
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  version: langchainVersion,
};
