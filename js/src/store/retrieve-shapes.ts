// The tool in the shape that each ecosystem has for one. Their packages are not needed for it.

import type { Untyped } from "../messages/types.js";
import { type Answer, type RetrieveArguments, type RetrieveSchema, retrieveWords } from "./retrieve-answer.js";
import { type LangChainRetrieve, langChainTool } from "./retrieve-langchain.js";

/** A tool: its definition for the model, and its handler. */
export interface RetrieveTool<Definition, Handler> {
  readonly name: string;
  readonly definition: Definition;
  readonly handler: Handler;
}

/** A tool that takes arguments, or their JSON, and returns a text. */
export type TextHandler = (args: RetrieveArguments | string | unknown) => Promise<string>;

export interface Described {
  name: string;
  description: string;
}

/**
 * A schema in the form that schema libraries share ("Standard Schema"). The AI SDK 5 takes a function that returns its
 * own form instead.
 */
export interface StandardRetrieveSchema {
  (): Untyped;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "tooltrim";
    readonly validate: (value: unknown) => { readonly value: RetrieveArguments };
    readonly jsonSchema: {
      readonly input: (options?: unknown) => Record<string, unknown>;
      readonly output: (options?: unknown) => Record<string, unknown>;
    };
  };
}

/** The parts of VS Code's API that are used: pass `vscode` itself. */
export interface VsCodeClasses<Result extends object = object> {
  readonly LanguageModelTextPart: new (value: string) => object;
  readonly LanguageModelToolResult: new (content: never[]) => Result;
}

/** The tool by format. */
export interface RetrieveTools<Result extends object = object> {
  /** A name, a description, a JSON Schema and a function: for all other formats. */
  text: RetrieveTool<Described & { parameters: RetrieveSchema }, TextHandler>;
  /** `tools` of OpenAI's chat completions; the handler takes `tool_call.function.arguments`. */
  "openai-chat": RetrieveTool<{ type: "function"; function: Described & { parameters: RetrieveSchema } }, TextHandler>;
  /** `tools` of OpenAI's responses; the handler takes `item.arguments`. */
  "openai-responses": RetrieveTool<
    { type: "function"; strict: false } & Described & { parameters: RetrieveSchema },
    TextHandler
  >;
  /** `tools` of Anthropic's messages; the handler's result goes into a `tool_result`. */
  anthropic: RetrieveTool<
    Described & { input_schema: RetrieveSchema },
    (input: unknown) => Promise<{ content: string; is_error: boolean }>
  >;
  /** One of `functionDeclarations` of Gemini; the handler's result is the `response` of a `functionResponse`. */
  gemini: RetrieveTool<
    Described & { parametersJsonSchema: RetrieveSchema },
    (args: unknown) => Promise<{ output: string } | { error: string }>
  >;
  /** A tool of the AI SDK: `tools: { [name]: definition }`. */
  "ai-sdk": RetrieveTool<
    { description: string; inputSchema: StandardRetrieveSchema; execute: (args: RetrieveArguments) => Promise<string> },
    TextHandler
  >;
  /** An entry of the Model Context Protocol's `tools/list`, and the handler of `tools/call`. */
  mcp: RetrieveTool<
    Described & {
      title: string;
      inputSchema: RetrieveSchema;
      annotations: { readOnlyHint: true; destructiveHint: false; idempotentHint: true; openWorldHint: false };
    },
    (args: unknown) => Promise<{ content: { type: "text"; text: string }[]; isError?: boolean }>
  >;
  /** A tool of LangChain, for `bindTools`, `createAgent` and `ToolNode`. */
  langchain: RetrieveTool<LangChainRetrieve, TextHandler>;
  /** A function tool of the OpenAI Agents SDK. */
  "openai-agents": RetrieveTool<AgentsRetrieve, TextHandler>;
  /** The entry for `contributes.languageModelTools` of a package.json, and the `LanguageModelTool` to register. */
  vscode: RetrieveTool<VsCodeContribution, VsCodeRetrieve<Result>>;
}

/** A function tool as the Agents SDK's `tool()` makes it. */
export interface AgentsRetrieve extends Described {
  type: "function";
  parameters: RetrieveSchema;
  strict: false;
  deferLoading: false;
  invoke(context: unknown, input: string, details?: unknown): Promise<string>;
  needsApproval(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

export interface VsCodeContribution {
  name: string;
  displayName: string;
  modelDescription: string;
  userDescription: string;
  canBeReferencedInPrompt: false;
  inputSchema: RetrieveSchema;
}

export interface VsCodeRetrieve<Result extends object = object> {
  invoke(options: {
    readonly input: unknown;
    readonly tokenizationOptions?: { readonly tokenBudget: number } | undefined;
  }): Promise<Result>;
  prepareInvocation(): { invocationMessage: string };
}

export interface ShapeOptions {
  readonly name: string;
  readonly description: string;
  readonly vscode?: VsCodeClasses | undefined;
  ask(args: unknown, maxChars?: number): Promise<Answer>;
}

type Shapes = { readonly [format in keyof RetrieveTools]: (options: ShapeOptions) => RetrieveTools[format] };

const TITLE = "Read a shortened output";

/** One function per format. */
export const shapes: Shapes = {
  text: (options) => simple(options, { ...described(options), parameters: schema() }),
  "openai-chat": (options) =>
    simple(options, { type: "function", function: { ...described(options), parameters: schema() } }),
  "openai-responses": (options) =>
    simple(options, { type: "function", ...described(options), parameters: schema(), strict: false }),
  anthropic: (options) => ({
    name: options.name,
    definition: { ...described(options), input_schema: schema() },
    handler: async (input) => {
      const { text, isError } = await options.ask(input);
      return { content: text, is_error: isError };
    },
  }),
  gemini: (options) => ({
    name: options.name,
    definition: { ...described(options), parametersJsonSchema: schema() },
    handler: async (args) => {
      const { text, isError } = await options.ask(args);
      return isError ? { error: text } : { output: text };
    },
  }),
  "ai-sdk": (options) => {
    const { description } = described(options);
    const execute = texts(options);
    return simple(options, { description, inputSchema: aiSdkSchema(), execute });
  },
  mcp: (options) => ({
    name: options.name,
    definition: {
      ...described(options),
      title: TITLE,
      inputSchema: schema(),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    handler: async (args) => {
      const { text, isError } = await options.ask(args);
      return { content: [{ type: "text", text }], ...(isError && { isError }) };
    },
  }),
  langchain: (options) => simple(options, langChainTool({ ...described(options), schema: schema() }, texts(options))),
  "openai-agents": (options) => {
    const handler = texts(options);
    return simple(options, {
      type: "function",
      ...described(options),
      parameters: schema(),
      strict: false,
      deferLoading: false,
      invoke: (_context, input) => handler(input),
      needsApproval: async () => false,
      isEnabled: async () => true,
    });
  },
  vscode: (options) => ({
    name: options.name,
    definition: {
      name: options.name,
      displayName: TITLE,
      modelDescription: described(options).description,
      userDescription: "Reads a tool output that was shortened.",
      canBeReferencedInPrompt: false,
      inputSchema: schema(),
    },
    handler: {
      async invoke({ input, tokenizationOptions }) {
        const budget = tokenizationOptions?.tokenBudget;
        // Two chars a token are few for any text: a page is then within the budget.
        const { text } = await options.ask(input, typeof budget === "number" ? 2 * budget : undefined);
        const { LanguageModelTextPart, LanguageModelToolResult } = options.vscode as VsCodeClasses;
        return new LanguageModelToolResult([new LanguageModelTextPart(text) as never]);
      },
      prepareInvocation: () => ({ invocationMessage: TITLE }),
    },
  }),
};

const described = ({ name, description }: ShapeOptions): Described => ({ name, description });

const schema = (): RetrieveSchema => retrieveWords().schema;

const texts =
  ({ ask }: ShapeOptions): TextHandler =>
  async (args) =>
    (await ask(args)).text;

const simple = <Definition>(options: ShapeOptions, definition: Definition): RetrieveTool<Definition, TextHandler> => ({
  name: options.name,
  definition,
  handler: texts(options),
});

/** The symbols by which the AI SDK finds a schema and its check, in versions without Standard Schema for JSON. */
const AI_SDK_SCHEMA = Symbol.for("vercel.ai.schema");
const AI_SDK_VALIDATOR = Symbol.for("vercel.ai.validator");

function aiSdkSchema(): StandardRetrieveSchema {
  const json = () => ({ ...schema() });
  // The tool reports invalid arguments as a text that the model can act on.
  const take = (value: unknown) => ({ value: value as RetrieveArguments });
  const forAiSdk = {
    [AI_SDK_SCHEMA]: true,
    [AI_SDK_VALIDATOR]: true,
    jsonSchema: json(),
    validate: (value: unknown) => ({ success: true, ...take(value) }),
  };
  const jsonSchema = { input: json, output: json };
  const standard = { version: 1, vendor: "tooltrim", validate: take, jsonSchema } as const;
  // `JSON.stringify` sees the plain schema.
  return Object.assign(() => forAiSdk, { "~standard": standard, toJSON: json });
}
