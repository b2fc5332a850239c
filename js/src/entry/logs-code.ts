// What `tooltrim/logs` is made of.
export { TooltrimError } from "../errors.js";
export { readSessionLog, SessionLogReader } from "../messages/session-log.js";
export { init, initSync, provide } from "../wasm.js";
