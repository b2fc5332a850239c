import { version } from "tooltrim";
import * as slim from "tooltrim/slim";
import * as vscode from "vscode";
import { goldenFiles, runGolden } from "../../shared/golden.mjs";
import { trimAll } from "../../shared/trimming.mjs";
import { converse } from "./conversation.mjs";
import { TrimmingProvider, vendor } from "./provider.mjs";

export function activate(context) {
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider(vendor, new TrimmingProvider()));
  // Not waited for: VS Code 1.104 gives out the models of an extension only once it has been activated.
  check(context.extensionUri)
    .catch((error) => tell({ error: `${error?.stack ?? error}` }))
    .finally(() => tell({ done: true }));
}

/** The driver puts these lines together. One for each part: VS Code drops a line of more than 100,000 chars. */
function tell(part) {
  console.log(`tooltrim-check ${JSON.stringify(part)}`);
}

async function check(folder) {
  const read = (file) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, "dist", file));
  tell({ vscode: vscode.version, inWorker: typeof WorkerGlobalScope !== "undefined", version });
  const golden = {};
  for (const file of goldenFiles) golden[file] = runGolden(file, new TextDecoder().decode(await read(file)));
  tell({ golden });
  for (const [name, results] of Object.entries(trimAll())) tell({ [`trims of ${name}`]: results });
  tell({ ownWasm: await ownWasm(read) });
  tell({ conversation: await converse() });
}

/** An extension that ships the .wasm file beside its code reads it as it reads any file of its own. */
async function ownWasm(read) {
  await slim.init(read("tooltrim.wasm"));
  return slim.trim("0123456789", { maxChars: 3, marker: "~", snap: "char" }).text;
}
