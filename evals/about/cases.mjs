// The forty cases of our own, by kind of output.
import { json } from "./cases/json.mjs";
import { logs } from "./cases/logs.mjs";
import { pages } from "./cases/pages.mjs";
import { sources } from "./cases/sources.mjs";
import { tables } from "./cases/tables.mjs";
import { talks } from "./cases/talks.mjs";

export const cases = [...logs, ...json, ...tables, ...pages, ...sources, ...talks];
