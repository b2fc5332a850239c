// Who takes part with a conversation, as the evaluation calls them: at the mildest setting that fits.
import { compactMessages } from "tooltrim";
import type { MessageFormat } from "tooltrim/messages";
import { clearToFit } from "../../../../compare/history/contenders/clear-tool-uses.mjs";
import { dropOldest } from "../../../../compare/history/contenders/plain.mjs";
import { pruneToFit } from "../../../../compare/history/contenders/prune-messages.mjs";
import { stepTo } from "../../../../compare/history/contenders/tooltrim.mjs";
import { unitsOfAll } from "../../../../compare/history/read.mjs";
import { counted } from "../../shared/dom.js";
import { toAiSdk, toChat } from "./convert.js";
import { ai, langchain } from "./libraries.js";

export interface Session {
  readonly format: MessageFormat;
  readonly messages: object[];
}

export interface Ran {
  readonly messages: object[];
  readonly setting: string;
}

export interface ConversationContender {
  readonly name: string;
  /** The conversation in the form that it takes. */
  form(session: Session): Session;
  /** `share` of the conversation's size, which gives `limit` in UTF-16 units. */
  run(session: Session, limit: number, share: number): Ran | Promise<Ran>;
}

const own = (session: Session): Session => session;

const asAiSdk = ({ format, messages }: Session): Session =>
  format === "ai-sdk" ? { format, messages } : { format: "ai-sdk", messages: toAiSdk(messages) };

const asChat = ({ format, messages }: Session): Session =>
  format === "openai-chat" ? { format, messages } : { format: "openai-chat", messages: toChat(messages) };

export const contenders: readonly ConversationContender[] = [
  {
    name: "drop oldest",
    form: own,
    run: ({ messages }, limit) => ({
      messages: dropOldest(messages, { limit }),
      setting: "exchanges leave whole from the start until the rest fits; user and system stay",
    }),
  },
  {
    name: "AI SDK pruneMessages",
    form: asAiSdk,
    async run({ messages }, limit) {
      const found = await pruneToFit(ai.pruneMessages, messages, limit);
      const reasoning = found.reasoning === "none" ? "all reasoning stays" : `reasoning pruned: ${found.reasoning}`;
      return {
        messages: found.messages,
        setting: `ai ${ai.version}, mildest that fits: calls and results stay in the last ${counted(found.kept, "messages")}, ${reasoning}`,
      };
    },
  },
  {
    name: "LangChain ClearToolUsesEdit",
    form: asChat,
    async run({ messages }, limit) {
      const found = await clearToFit(langchain, messages, limit);
      const args = found.clearToolInputs ? "their arguments are cleared too" : "all arguments stay";
      return {
        messages: found.messages,
        setting: `langchain ${langchain.version}, mildest that fits: the last ${counted(found.kept, "results")} stay, others are cleared; ${args}`,
      };
    },
  },
  {
    name: "tooltrim",
    form: own,
    run({ format, messages }, _, share) {
      const options = stepTo({ kind: format, size: unitsOfAll(messages), share });
      const { messages: after } = compactMessages(messages, options);
      return {
        messages: after,
        setting: `compactMessages, one step to ${Math.round(share * 100)} %: old results shrink to both ends, then to facts; failures are quoted`,
      };
    },
  },
];
