// Contenders: a name and `compact(messages, { kind, limit, size, share })`. `formats`: the only ones supported. `live({
// kind, window })`, if there, returns a function from the whole history to the messages to send. Those that cannot run
// give the reason.

import { plain } from "../../../compare/history/contenders/plain.mjs";
import { tooltrim } from "../../../compare/history/contenders/tooltrim.mjs";
import { age } from "./age.mjs";
import { agentRules } from "./agent-rules.mjs";
import { aiSdk } from "./ai-sdk.mjs";
import { langchain } from "./langchain.mjs";

export const contenders = async () => [
  tooltrim(),
  ...(await age()),
  await aiSdk(),
  await langchain(),
  ...agentRules,
  ...plain,
];

export const takesPart = ({ formats }, { format }) => formats === undefined || formats.includes(format);
