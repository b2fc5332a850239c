import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { print } from "./io.js";

/** The one function of the package bash-completion that the script needs; not everybody has that. */
const WITHOUT_BASH_COMPLETION = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
  _get_comp_words_by_ref() {
    words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD
    cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  }
fi
`;

/** Adds `completion <shell>`, and the hidden command that its scripts call. */
export function addCompletion(tooltrim: Command): void {
  // The one that help and man page list.
  const listed = tooltrim.commands.findIndex((each) => each.name() === "completion");
  (tooltrim.commands as Command[]).splice(listed, 1);
  tab(tooltrim, { completionCommandName: "completion" });
  const command = tooltrim.commands.find((each) => each.name() === "completion");
  const { log } = console;
  command?.hook("preAction", (_, { args: [shell] }) => {
    if (shell !== "bash") return;
    print(WITHOUT_BASH_COMPLETION);
    // A constant cannot be set again: a second `source` would print an error for each.
    console.log = (script: string) => print(`${script.replaceAll(/^readonly /gm, "")}\n`);
  });
  command?.hook("postAction", () => {
    console.log = log;
  });
}
