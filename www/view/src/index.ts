export type { ExchangeRow } from "./rows.js";
