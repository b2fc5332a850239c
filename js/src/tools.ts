// The entry `tooltrim/tools`: tools as the ecosystem defines them, bounded.
export {
  type BoundOptions,
  boundAgentsTool,
  boundAiSdkTool,
  boundAiSdkTools,
  boundCallToolResult,
  boundLangChainTool,
  boundMcpHandler,
  boundVsCodeTool,
  type McpOptions,
  type VsCodeOptions,
} from "./tool/adapters/index.js";
