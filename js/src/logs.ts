// The entry `tooltrim/logs`: session logs of coding agents. `tooltrim/messages` has its names, too.
export { type ErrorCode, TooltrimError } from "./errors.js";
export {
  type LeftOut,
  type LogAgent,
  readSessionLog,
  type SessionLog,
  SessionLogReader,
} from "./messages/session-log.js";
export type { MessageFormat } from "./messages/types.js";
