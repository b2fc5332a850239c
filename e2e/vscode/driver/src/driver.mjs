// Does inside VS Code what a test asks for: uses models as an agent does, changes settings, runs commands.
import * as vscode from "vscode";
import { afterCancel, cancel, converse, countTokens, invokeTool } from "./agent.mjs";
import { findModel } from "./models.mjs";

const commands = {
  converse,
  cancel,
  afterCancel,
  countTokens,
  invokeTool,
  models: async ({ vendor }) =>
    (await vscode.lm.selectChatModels({ vendor })).map(({ id, family, maxInputTokens }) => ({
      id,
      family,
      maxInputTokens,
    })),
  waitForModel: async (wanted) => ({ maxInputTokens: (await findModel(wanted)).maxInputTokens }),
  settings: async (settings) => {
    for (const [name, value] of Object.entries(settings)) {
      await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
    }
  },
  // Not waited for where it asks the user for something.
  command: async ({ id, wait = true }) => {
    const done = vscode.commands.executeCommand(id);
    if (wait) await done;
  },
  /** What an extension gives others: a function of its exports, and the answer as JSON. */
  ask: async ({ extension, name, given = [] }) => {
    const found = vscode.extensions.getExtension(extension);
    if (!found) throw new Error(`there is no extension ${extension}`);
    const exported = await found.activate();
    return exported[name](...given);
  },
};

export async function activate(context) {
  const file = vscode.Uri.joinPath(context.extensionUri, "control.json");
  const { url } = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  const post = (path, body) => fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) });
  let over = false;
  context.subscriptions.push({ dispose: () => (over = true) });
  // Not waited for: VS Code gives out models only once all extensions have started.
  const serve = async () => {
    await post("/hello", { vscode: vscode.version, inWorker: typeof WorkerGlobalScope !== "undefined" });
    while (!over) {
      const command = await (await fetch(`${url}/next`)).json();
      if (command) carryOut(command).then((told) => post("/told", { id: command.id, ...told }));
    }
  };
  serve().catch((error) => over || console.error(`The driver stops: ${error?.stack ?? error}`));
}

async function carryOut({ name, argument }) {
  try {
    return { value: (await commands[name](argument)) ?? null };
  } catch (error) {
    return { error: `${name}: ${error?.stack ?? error}` };
  }
}
