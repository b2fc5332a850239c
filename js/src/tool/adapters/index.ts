// Adapters that limit tools of other libraries. They rely on the shape of a tool and import none of the libraries.

export type { LimitOptions } from "../result/options.js";
export { limitAgentsTool } from "./agents.js";
export { limitAiSdkTool, limitAiSdkTools } from "./ai-sdk.js";
export { limitLangChainTool } from "./langchain.js";
export { limitMcpHandler } from "./mcp.js";
export { limitCallToolResult, type McpLimitOptions } from "./mcp-result.js";
export { limitVsCodeTool, type VsCodeLimitOptions } from "./vscode.js";
