// What examples leave out and a compiler needs: declarations before a block, by page and heading. Readers do not see them.
const preludes = {
  "docs/tools.md": {
    "VS Code":
      "declare class ReadLog implements vscode.LanguageModelTool<object> {\n" +
      "  invoke(): vscode.LanguageModelToolResult;\n}\n",
  },
};

/** The prelude of a block: whole lines, or nothing. */
export const preludeOf = (page, heading) => preludes[page]?.[heading] ?? "";
