// The entry `tooltrim/store`: what was cut is kept, and read back.
export type { JsonValue } from "./compaction/types.js";
export { type ErrorCode, TooltrimError } from "./errors.js";
export type { StoreBackend } from "./store/backend.js";
export type { ConversationStore } from "./store/conversation.js";
export { fileBackend } from "./store/file-backend.js";
export type { FileBackendOptions, RetainOptions } from "./store/retention.js";
export type { RetrieveOptions } from "./store/retrieve.js";
export type { RetrieveArguments, RetrieveSchema, RetrieveStore } from "./store/retrieve-answer.js";
export type { RetrieveTool, RetrieveTools, TextHandler, VsCodeClasses } from "./store/retrieve-shapes.js";
export { type RetrieveToolOptions, retrieveTool, type VsCodeRetrieveToolOptions } from "./store/retrieve-tool.js";
export { OutputStore, type Retrieved } from "./store/store.js";
export type { OutputStoreOptions } from "./store/store-options.js";
export {
  type VscodeFileSystem,
  type VscodeFolder,
  type VscodeMemento,
  type VscodeUri,
  vscodeBackend,
} from "./store/vscode-backend.js";
export type { Omitted, Trimmed } from "./text/options.js";
