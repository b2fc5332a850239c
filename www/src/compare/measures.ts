// What is counted, in words. The order is that of the table.
import type { Measure } from "./model.js";

export const textMeasures: readonly Measure[] = [
  {
    key: "size",
    title: "Chars",
    definition: "Unicode code points of the result. Red if they are more than the limit that all were given.",
  },
  {
    key: "failures",
    title: "Failure lines",
    definition:
      "Lines with a severity word (error, failed, panic, fatal, exception …, also in German, French, Japanese and Chinese), without those that say that all is well or only mention errors. Distinct ones. Kept is a whole line; of one over 300 chars its first 300.",
    lost: "lines that name a failure",
  },
  {
    key: "causes",
    title: "Causes",
    definition:
      "Lines such as “Caused by”, a failed test or build step, an exit code other than 0, the last line of a trace, and places next to a failure line.",
    lost: "lines with a cause or a failed step",
  },
  {
    key: "places",
    title: "Places",
    definition: 'Distinct file:line (also file(line,column) and File "…", line n) within two lines of a failure line.',
    lost: "places next to a failure",
  },
  {
    key: "lines",
    title: "All lines",
    definition:
      "Distinct lines of the input that are whole in the result, whatever they say. Who spends room on long lines or on markers keeps fewer.",
    lost: "lines of the input",
  },
  {
    key: "members",
    title: "Members",
    definition:
      "Of JSON: distinct pairs of a name and a string, number, boolean or null that stand complete in the result, whether that is JSON or not. Who keeps a bit of each item keeps fewer different ones than who keeps some items whole.",
    lost: "members",
  },
  {
    key: "said",
    title: "Says so",
    definition:
      "Whether the result says that something is missing: it has a marker or a sentence that the input had not. Without it a model takes the rest for the whole.",
  },
  {
    key: "json",
    title: "JSON",
    definition: "If the input is a JSON object or list: whether the result still is JSON.",
  },
  {
    key: "whole",
    title: "Emoji",
    definition:
      "Whether a character of two UTF-16 units, such as an emoji, was cut in two. Some APIs refuse a request with half of one.",
  },
];

export const conversationMeasures: readonly Measure[] = [
  {
    key: "size",
    title: "Size",
    definition:
      "UTF-16 units of all texts, arguments and results. Red if they are more than the size that all were given.",
  },
  {
    key: "open",
    title: "Open failures",
    definition:
      "Failures that no later attempt made good, as inspectMessages of tooltrim finds them: the line that describes each stands somewhere in the result.",
    lost: "open failures",
  },
  {
    key: "errors",
    title: "All failures",
    definition:
      "Failed calls, also those made good later, by their flag, an exit code or a result that begins with an error: the first line that names the error stands in the result word for word.",
    lost: "failures",
  },
  {
    key: "edited",
    title: "Edited paths",
    definition:
      "Paths that write, edit and patch calls and plain shell writes named: the path stands somewhere in the result.",
    lost: "edited paths",
  },
  {
    key: "spoken",
    title: "User texts",
    definition: "Texts of user and system, word for word.",
    lost: "texts of the user",
  },
  {
    key: "answers",
    title: "Assistant texts",
    definition: "Texts of the assistant, word for word.",
    lost: "texts of the assistant",
  },
  {
    key: "calls",
    title: "Calls",
    definition: "Tool calls that are still there as calls, whatever is left of arguments and result.",
    lost: "calls",
  },
  {
    key: "results",
    title: "Whole results",
    definition: "Results of tools, word for word. All must give some up to become smaller.",
    lost: "results",
  },
  {
    key: "prefix",
    title: "Same prefix",
    definition:
      "Share of the conversation, from its start, whose messages are unchanged: so much of a provider’s prompt cache still counts at the next request.",
  },
  {
    key: "said",
    title: "Says so",
    definition:
      "Whether the messages hold a text that the conversation had not: a placeholder, a marker or a list of what left.",
  },
  {
    key: "rules",
    title: "Rules broken",
    definition:
      "Rules of providers that validateMessages of tooltrim finds broken now and not before: a call without its result, a result without its call …",
    lost: "rules that are broken now",
  },
];

/** How the contenders were made equal. */
export const fairness = {
  text: "All get the same limit in chars, their own markers and sentences included: where a published rule exceeds its limit by them, it gets a smaller one until the result fits. The rules of Codex and Gemini CLI are written anew from their public sources; the code is that of the evaluation in tooltrim’s repository.",
  conversation:
    "All get the same size. pruneMessages and ClearToolUsesEdit are the published packages, running in this page; they know no size, so each gets the mildest of its settings whose result fits. They take messages of one form only: others are written into it first, without images and files; LangChain’s form has no reasoning. The code is that of the evaluation in tooltrim’s repository.",
} as const;
