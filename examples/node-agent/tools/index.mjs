// The tools of the agent: what the model is told of them, and how they run.
import { toolify } from "tooltrim";
import { truncationScope } from "tooltrim/signals";
import { boundsOf, recallTool } from "./bounds.mjs";
import { edit, read } from "./files.mjs";
import { search } from "./search.mjs";
import { shell } from "./shell.mjs";

const text = (/** @type {string} */ description) => ({ type: "string", description });
const line = (/** @type {string} */ description) => ({ type: "integer", minimum: 1, description });

/** @param {Record<string, object>} properties @param {string[]} required */
const parameters = (properties, required) => ({
  type: /** @type {const} */ ("object"),
  properties,
  required,
  additionalProperties: false,
});

/** Plain data: the same goes to the OpenAI client, the AI SDK and LangChain. */
export const definitions = [
  {
    name: "read_file",
    description: "Reads a file of the repository, or some lines of it.",
    parameters: parameters(
      {
        path: text("from the root of the repository"),
        startLine: line("the first line"),
        endLine: line("the last line"),
      },
      ["path"],
    ),
  },
  {
    name: "search",
    description: "Lines of files that match an extended regular expression, as path:line:text.",
    parameters: parameters(
      { pattern: text("what to look for"), path: text("a file or a folder; default: everywhere") },
      ["pattern"],
    ),
  },
  {
    name: "edit_file",
    description: "Replaces a text that stands once in a file.",
    parameters: parameters(
      {
        path: text("from the root of the repository"),
        oldText: text("as it stands in the file"),
        newText: text("what takes its place"),
      },
      ["path", "oldText", "newText"],
    ),
  },
  {
    name: "shell",
    description: "Runs a command in the root of the repository, for a minute at most.",
    parameters: parameters({ command: text("for the shell") }, ["command"]),
  },
];

/**
 * @typedef {object} ToolResult
 * @property {string} text within the limits of the tool
 * @property {boolean} isError
 * @property {number} cut chars that the tool had to say beyond that
 */

/** How a tool that failed begins, and a call that a contract did not let through. */
const FAILED = /^(Tool Failed: |Contract validation failed:)/;

/**
 * @param {{ folder: string, allowShell: boolean, store: import("./bounds.mjs").OutputStore, signal?: AbortSignal }} settings
 * @returns {(name: string, input: unknown) => Promise<ToolResult>} it never throws: what goes wrong is for the model to read
 */
export function createTools({ folder, allowShell, store, signal }) {
  /**
   * Whatever a tool answers and however it fails, a text within its limits comes out.
   *
   * @param {string} name
   * @param {(input: any) => Promise<string>} run
   * @param {(input: any) => [valid: boolean, message: string]} [precondition]
   */
  const wrapped = (name, run, precondition) =>
    toolify(quiet(run), {
      name,
      output: boundsOf(name, store),
      parse: ([input]) => [checked(name, input)],
      preconditions: precondition ? [precondition] : [],
    });
  const recall = recallTool(store, "text");
  /** @type {Readonly<Record<string, (input: any) => Promise<string>>>} */
  const tools = {
    read_file: wrapped(
      "read_file",
      (input) => read(folder, input),
      ({ startLine, endLine }) => [
        !endLine || endLine >= (startLine ?? 1),
        `the order of the lines is wrong: startLine ${startLine ?? 1} is behind endLine ${endLine}`,
      ],
    ),
    search: wrapped("search", (input) => search(folder, input, signal)),
    edit_file: wrapped(
      "edit_file",
      (input) => edit(folder, input),
      ({ oldText }) => [oldText !== "", "oldText is empty: it is the text that is replaced"],
    ),
    shell: wrapped(
      "shell",
      (input) => shell(folder, input, { store, signal }),
      () => [allowShell, "the user does not allow commands (--allow-shell does)"],
    ),
    [recall.name]: recall.handler,
  };
  return async (name, input) => {
    const run = Object.hasOwn(tools, name) ? tools[name] : wrapped(name, async () => "");
    const { result: text, events } = await truncationScope(() => run(input));
    const cut = events.reduce((sum, event) => sum + ("omitted" in event ? (event.omitted?.chars ?? 0) : 0), 0);
    return { text, isError: FAILED.test(text), cut };
  };
}

/** Where in our own code it went wrong is nothing for the model. @param {(input: any) => Promise<string>} run */
function quiet(run) {
  return async (/** @type {any} */ input) => {
    try {
      return await run(input);
    } catch (error) {
      if (error instanceof Error) error.stack = "";
      throw error;
    }
  };
}

/** Models forget arguments: the complaint says which. @param {string} name @param {unknown} input */
function checked(name, input) {
  const found = definitions.find((each) => each.name === name);
  if (!found) throw new Error(`there is no tool ${name}; there are ${definitions.map((each) => each.name).join(", ")}`);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new Error("the arguments are not a JSON object");
  for (const [key, { type }] of Object.entries(
    /** @type {Record<string, { type: string }>} */ (found.parameters.properties),
  )) {
    const value = /** @type {Record<string, unknown>} */ (input)[key];
    const isRight = type === "string" ? typeof value === "string" : Number.isInteger(value);
    const isOptional = !found.parameters.required.includes(key);
    // Some models fill in null where they want nothing.
    if (!isRight && !(isOptional && (value ?? null) === null)) {
      throw new Error(`${name} wants ${key}: ${type}, not ${JSON.stringify(value)}`);
    }
  }
  return input;
}
