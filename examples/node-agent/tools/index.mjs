// The tools of the agent: what the model is told of them, and how they run.
import { bounded } from "./bounds.mjs";
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

/**
 * @param {{ folder: string, allowShell: boolean, signal?: AbortSignal }} settings
 * @returns {(name: string, input: unknown) => Promise<ToolResult>} it never throws: what goes wrong is for the model to read
 */
export function createTools({ folder, allowShell, signal }) {
  /** @type {Readonly<Record<string, (input: any) => Promise<string | { text: string, cut: number }>>>} */
  const tools = {
    read_file: (input) => read(folder, input),
    search: (input) => search(folder, input, signal),
    edit_file: (input) => edit(folder, input),
    shell: (input) => {
      if (!allowShell) throw new Error("the user does not allow commands (--allow-shell does)");
      return shell(folder, input, signal);
    },
  };
  return async (name, input) => {
    try {
      check(name, input);
      const result = await tools[name](input);
      return { isError: false, ...(typeof result === "string" ? bounded(name, result) : result) };
    } catch (error) {
      return { isError: true, ...bounded(name, `Error: ${/** @type {Error} */ (error).message}`) };
    }
  };
}

/** Models forget arguments: the complaint says which. @param {string} name @param {unknown} input */
function check(name, input) {
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
}
