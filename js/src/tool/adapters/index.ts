// Tools as the ecosystems define them, bounded. Nothing of the ecosystems is imported: their shapes are enough.
export { boundAgentsTool } from "./agents.js";
export { boundAiSdkTool, boundAiSdkTools } from "./ai-sdk.js";
export { boundLangChainTool } from "./langchain.js";
export { boundMcpHandler } from "./mcp.js";
export { boundCallToolResult, type McpOptions } from "./mcp-result.js";
export type { BoundOptions } from "./options.js";
export { boundVsCodeTool, type VsCodeOptions } from "./vscode.js";
