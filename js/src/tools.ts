// The entry `tooltrim/tools`: limits for tools as other libraries define them.
export {
  type LimitOptions,
  limitAgentsTool,
  limitAiSdkTool,
  limitAiSdkTools,
  limitCallToolResult,
  limitLangChainTool,
  limitMcpHandler,
  limitVsCodeTool,
  type McpLimitOptions,
  type VsCodeLimitOptions,
} from "./tool/adapters/index.js";
