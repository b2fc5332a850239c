import { type Repair, renderAsText, repairMessages } from "tooltrim/messages";
import type { Item } from "./items.js";
import { itemsOf } from "./messages.js";
import type { ChatMessage } from "./parts.js";
import { type ChatTool, type FunctionTool, functionTools, ToolNames } from "./tools.js";

/** How calls and results go out: as items of their own, or written into texts. */
export type Form = "native" | "comments" | "brackets";

export interface TranslationOptions {
  /** What the endpoint calls the model. */
  readonly model: string;
  readonly form: Form;
  readonly tools: readonly ChatTool[];
  /** Whether the model has to call a tool. */
  readonly mustCall: boolean;
  readonly takesImages: boolean;
  /** What the caller of the model asks for; of it only what {@link passed} names goes out. */
  readonly modelOptions: Readonly<Record<string, unknown>>;
}

/** The body of a request. */
export interface RequestBody {
  readonly model: string;
  readonly input: readonly Item[];
  readonly stream: true;
  /** The endpoint need not keep anything: each request has the whole conversation. */
  readonly store: false;
  readonly tools?: readonly FunctionTool[];
  readonly tool_choice?: "auto" | "required";
  readonly [option: string]: unknown;
}

export interface Translation {
  readonly body: RequestBody;
  /** To name a called tool as VS Code knows it. */
  readonly names: ToolNames;
  /** What was out of order, and mended. */
  readonly repairs: readonly Repair[];
}

/** Options by the name under which they are sent. Unknown ones would be refused by strict endpoints. */
const passed: Readonly<Record<string, string>> = {
  temperature: "temperature",
  top_p: "top_p",
  max_output_tokens: "max_output_tokens",
  max_tokens: "max_output_tokens",
  parallel_tool_calls: "parallel_tool_calls",
  reasoning: "reasoning",
};

/** VS Code's messages as a request of the Open Responses API. The same messages give the same bytes. */
export function translateRequest(messages: readonly ChatMessage[], options: TranslationOptions): Translation {
  const names = new ToolNames(options.tools.map(({ name }) => name));
  const items = itemsOf(messages, names, options.takesImages);
  // Before it becomes text as well: both forms say the same, and the native one is never refused for a pair.
  const { messages: repaired, repairs } = repairMessages(items, { format: "openai-responses" });
  const { form } = options;
  const input = form === "native" ? repaired : renderAsText(repaired, { format: "openai-responses", rendering: form });
  const tools = functionTools(options.tools, names);
  const body: RequestBody = {
    model: options.model,
    input,
    stream: true,
    store: false,
    ...passedOptions(options.modelOptions),
    ...(tools.length > 0 && { tools, tool_choice: options.mustCall ? "required" : "auto" }),
  };
  return { body, names, repairs };
}

function passedOptions(modelOptions: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries(passed)) {
    const value = modelOptions[name];
    if (value !== undefined && value !== null) options[sent] ??= value;
  }
  return options;
}
