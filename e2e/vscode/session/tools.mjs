// The tools of the driver's agent, as it describes them to the model.

const text = (description) => ({ type: "string", description });
const tool = (name, description, properties) => ({
  name,
  description,
  inputSchema: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
});

export const toolDefinitions = [
  tool("read_file", "Reads a file of the workspace.", { filePath: text("From the root of the workspace.") }),
  tool("list_dir", "Lists the files in a folder.", { path: text("From the root of the workspace.") }),
  tool("grep_search", "Finds lines with a text.", { query: text("What to look for, word for word.") }),
  tool("run_in_terminal", "Runs a command and gives what it prints.", { command: text("For sh.") }),
  tool("replace_string_in_file", "Replaces a text that occurs once in a file.", {
    filePath: text("From the root of the workspace."),
    oldString: text("What is there."),
    newString: text("What shall be there."),
  }),
];
