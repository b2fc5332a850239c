import { init } from "tooltrim";
import * as vscode from "vscode";
import type { GatewayApi } from "./api.js";
import { offerRemedy, registerCommands } from "./commands.js";
import { Contexts } from "./contexts.js";
import { Log } from "./log.js";
import { Models } from "./models.js";
import { openOutputs, registerRetrieval } from "./outputs.js";
import { GatewayProvider } from "./provider.js";
import { Renderings } from "./rendering.js";
import { ReportView } from "./report-view.js";
import { Secrets } from "./secrets.js";
import { section } from "./settings.js";
import { StatusBar } from "./status-bar.js";
import { Steps } from "./steps.js";
import { stateFile } from "./storage.js";

/** What was decided is written before the window closes. */
let contexts: Contexts | undefined;

export function activate(context: vscode.ExtensionContext): GatewayApi {
  // Compiled now, beside the main thread: the first request need not wait for it.
  void init();
  const log = new Log();
  const steps = new Steps();
  const statusBar = new StatusBar(steps);
  const reportView = new ReportView(steps);
  const secrets = new Secrets(context.secrets);
  const renderings = new Renderings(context.globalState);
  const warn = (line: string) => log.warn(line);
  const outputs = openOutputs(context);
  const known = new Contexts(stateFile(context), outputs, warn);
  contexts = known;
  const provider = new GatewayProvider({
    secrets,
    renderings,
    contexts: known,
    steps,
    log,
    models: new Models(),
    onFailure: offerRemedy,
  });
  context.subscriptions.push(
    log,
    steps,
    statusBar,
    provider,
    reportView,
    registerRetrieval(outputs),
    registerCommands({ secrets, renderings, provider, reportView }),
    vscode.lm.registerLanguageModelChatProvider("tooltrim-gateway", provider),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const ofModels = ["baseUrl", "models", "window"];
      if (ofModels.some((name) => event.affectsConfiguration(`${section}.${name}`))) provider.refresh();
    }),
  );
  return {
    lastReport: () => steps.last(),
    statusText: () => statusBar.text(),
    log: () => log.lines(),
    flush: () => known.flush(),
  };
}

export async function deactivate(): Promise<void> {
  await contexts?.flush();
}
