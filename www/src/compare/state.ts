// The tab's settings, as they stand in the address.
import { addressOf, readHash } from "../shared/hash.js";
import { packed } from "../shared/share.js";

export type Kind = "text" | "conversation";

export interface Settings {
  readonly of: Kind;
  /** Of a text, in chars. */
  readonly limit: number;
  /** Of a conversation, in percent of its size. */
  readonly share: number;
  /** Names of the contenders whose results are displayed, by kind. */
  readonly shown: Readonly<Record<Kind, readonly string[]>>;
}

export const names: Readonly<Record<Kind, readonly string[]>> = {
  text: ["head", "tail", "half/half", "Codex’s rule", "Gemini CLI’s rule", "tooltrim"],
  conversation: ["drop oldest", "AI SDK pruneMessages", "LangChain ClearToolUsesEdit", "tooltrim"],
};

export const SMALLEST = 100;
export const LARGEST = 10_000_000;
export const SHARES = [5, 90] as const;

export const defaults: Settings = {
  of: "text",
  limit: 4000,
  share: 30,
  shown: {
    text: ["half/half", "tooltrim", "Codex’s rule"],
    conversation: ["AI SDK pruneMessages", "tooltrim", "LangChain ClearToolUsesEdit"],
  },
};

/** What all may give: of a conversation a share of its size. */
export const limitOf = ({ of, limit, share }: Settings, size: number): number =>
  of === "text" ? limit : Math.floor((size * share) / 100);

/** The settings in the address. What is none there is as it was. */
export function readSettings(before: Settings): Settings {
  const query = readHash("compare");
  if (!query) return before;
  const of = query.get("of") === "conversation" ? "conversation" : query.has("of") ? "text" : before.of;
  const limit = within(query.get("limit"), SMALLEST, LARGEST) ?? before.limit;
  const share = within(query.get("share"), ...SHARES) ?? before.share;
  const wanted = query.getAll("show").filter((name) => names[of].includes(name));
  const shown = wanted.length === before.shown[of].length ? { ...before.shown, [of]: wanted } : before.shown;
  return { of, limit, share, shown };
}

function within(text: string | null, least: number, most: number): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

export function queryOf({ of, limit, share, shown }: Settings): URLSearchParams {
  const query = new URLSearchParams({ of });
  if (of === "text") query.set("limit", String(limit));
  else query.set("share", String(share));
  for (const name of shown[of]) query.append("show", name);
  return query;
}

/** A link, with the input when it is given. */
export async function linkOf(settings: Settings, input?: string): Promise<string> {
  const query = queryOf(settings);
  if (input !== undefined) query.set("input", await packed(input));
  return addressOf("compare", query);
}
