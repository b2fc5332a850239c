import * as vscode from "vscode";

const patience = 60_000;

/** The list is filled some time after a provider has registered, and again when its settings change. */
export async function findModel({ vendor, id }) {
  const selector = id ? { vendor, id } : { vendor };
  const start = Date.now();
  for (;;) {
    const [model] = await vscode.lm.selectChatModels(selector);
    if (model) return model;
    if (Date.now() - start > patience) throw new Error(`no model ${vendor}/${id ?? "*"} after ${patience / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
