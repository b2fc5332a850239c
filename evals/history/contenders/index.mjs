// Who takes part: a name and `compact(messages, { kind, limit, size, share })`. `formats`: the only ones that it knows.
// `live({ kind, window })`, where there is one, gives a function from the whole history to what is sent. Those that cannot
// run say why.

import { age } from "./age.mjs";
import { aiSdk } from "./ai-sdk.mjs";
import { langchain } from "./langchain.mjs";
import { plain } from "./plain.mjs";
import { tooltrim } from "./tooltrim.mjs";

export const contenders = async () => [await tooltrim(), ...(await age()), await aiSdk(), await langchain(), ...plain];

export const takesPart = ({ formats }, { format }) => formats === undefined || formats.includes(format);
