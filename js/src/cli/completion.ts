import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

/** Adds `completion <shell>`, and the hidden command that its scripts call. */
export function addCompletion(tooltrim: Command): void {
  tab(tooltrim, { completionCommandName: "completion" });
}
