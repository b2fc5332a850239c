import * as tooltrim from "tooltrim";
import * as messages from "tooltrim/messages";
import * as slim from "tooltrim/slim";
import * as store from "tooltrim/store";
import * as toolHistory from "tooltrim/tool-history";
import * as vscode from "vscode";
import { goldenFiles, runGolden } from "../../shared/golden.mjs";
import { conversation, texts } from "../../shared/inputs.mjs";
import { trimAll } from "../../shared/trimming.mjs";
import { converse, findModel } from "./conversation.mjs";
import { mend } from "./messages.mjs";
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
  tell({ vscode: vscode.version, inWorker: typeof WorkerGlobalScope !== "undefined", version: tooltrim.version });
  const golden = {};
  const entries = { main: tooltrim, messages, store, toolHistory };
  for (const file of goldenFiles) golden[file] = runGolden(entries, file, new TextDecoder().decode(await read(file)));
  tell({ golden });
  for (const [name, results] of Object.entries(trimAll())) tell({ [`trims of ${name}`]: results });
  tell({ ownWasm: await ownWasm(read) });
  tell({ bySettings: bySettings() });
  tell({ conversation: await converse() });
  tell({ mended: await mend(await findModel()) });
}

/** An extension that ships the .wasm file beside its code reads it as it reads any file of its own. */
async function ownWasm(read) {
  await slim.init(read("tooltrim.wasm"));
  return slim.trim("0123456789", { maxChars: 3, marker: "~", snap: "char" }).text;
}

/** With settings as VS Code hands them out, nested proxies that cannot be changed; and with plain copies of them. */
function bySettings() {
  const settings = vscode.workspace.getConfiguration("tooltrim-check");
  const calls = conversation.map(({ input, ...call }) => ({ ...call, args: input }));
  const both = [settings, { get: (name) => JSON.parse(JSON.stringify(settings.get(name))) }];
  return both.map((given) => ({
    trimmed: tooltrim.trim(texts.log, given.get("trim")),
    summary: tooltrim.computeTruncation(calls, given.get("truncation")).summary,
  }));
}
