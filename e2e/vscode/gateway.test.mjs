// The example in examples/vscode-gateway in VS Code itself, against an endpoint that refuses what a real one refuses: a
// conversation of a hundred tool calls does not fit the model's window, and fits with the package.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildDriver } from "./driver.mjs";
import { packGateway } from "./gateway/build.mjs";
import { callsOf, checkFinished, checkObeyed, checkPrefixes, checkSameBytes } from "./gateway/checks.mjs";
import { moreTests } from "./gateway/more.mjs";
import { checkRecall, recall } from "./gateway/recall.mjs";
import { checkDark, checkReport, readReport } from "./gateway/report.mjs";
import { row, tableOf } from "./gateway/table.mjs";
import { median, never, Talk, vendor } from "./gateway/talk.mjs";
import { cancels, reportFrame, waitFor } from "./gateway/waiting.mjs";
import { hosts, startHost } from "./hosts/index.mjs";
import { answerInputBox } from "./hosts/window.mjs";
import { startModelServer } from "./model-server/server.mjs";
import { taskOf } from "./session/modules.mjs";

const key = "sk-of-the-tests";
const packed = packGateway();
const driver = await buildDriver();
const pictures = process.env.TOOLTRIM_SCREENSHOTS;
const rows = [];
/** After a model was found to know texts only. */
const native = { "tooltrimGateway.rendering": "native" };

test("the package for an editor holds a bundle for each kind of host, and no dependencies", () => {
  const names = Object.keys(packed.files);
  const scripts = names.filter((name) => /\.[cm]?js$/.test(name)).sort();
  assert.deepEqual(scripts, ["extension/dist/extension.js", "extension/dist/web/extension.js"]);
  assert.deepEqual(
    names.filter((name) => /node_modules|\.ts$|\.map$|tsconfig|\.wasm$/.test(name)),
    [],
  );
  assert.ok(names.includes("extension/readme.md") || names.includes("extension/README.md"), names.join(", "));
});

test("VS Code is told of the tool what the tool says of itself", async () => {
  const { OutputStore, retrieveTool } = await import(join(packed.project.installed, "dist/store.js"));
  const vscode = { LanguageModelTextPart: class {}, LanguageModelToolResult: class {} };
  const { definition } = retrieveTool(new OutputStore(), "vscode", { name: recall, vscode });
  const [told] = packed.manifest.contributes.languageModelTools;
  // Agents of VS Code offer tools that users may name.
  const ours = { toolReferenceName: told.toolReferenceName, canBeReferencedInPrompt: true };
  assert.deepEqual(told, { ...definition, ...ours });
});

for (const host of hosts) {
  describe(`the gateway in ${host.name}`, { skip: host.skip }, () => {
    let server;
    let inside;
    let talk;
    /** What the whole conversation sent, for the one that is interrupted. */
    let whole;

    before(async () => {
      server = await startModelServer({ key });
      // Named by hand: a list that asks for a key cannot be read yet.
      const models = [{ id: "small" }, { id: "large" }];
      const settings = { "tooltrimGateway.baseUrl": server.url, "tooltrimGateway.models": models };
      inside = await startHost(host, { driver, extensions: [packed.extension], settings });
      talk = new Talk(inside, server);
    });
    after(async () => {
      await inside?.close();
      await server?.close();
    });

    test("it is the host that it says", () => {
      assert.deepEqual([inside.about.vscode, inside.about.inWorker], [host.version, host.inWorker]);
    });

    test("without a key the error says what to do; with the key that the user types in, the model answers", async () => {
      const refused = await talk.converse("KEY-0001");
      assert.deepEqual([refused.error?.code, callsOf(refused.history).length], ["NoPermissions", 0]);
      assert.match(refused.error.message, /Set API Key/);
      assert.equal(server.requests.at(-1).status, 401);
      await inside.run("command", { id: "tooltrimGateway.setKey", wait: false });
      await answerInputBox(inside.page, key);
      await waitFor(async () => (await talk.converse("KEY-0001", { stopAfter: 1 })).error === undefined);
      assert.ok(!(await talk.ask("log")).some((line) => line.includes(key)));
    });

    test("the model is known with the window that the endpoint's list tells", async () => {
      await talk.settings({ "tooltrimGateway.models": [] });
      await waitFor(async () => {
        const [small] = (await inside.run("models", { vendor })).filter(({ id }) => id === "small");
        return small?.maxInputTokens < 32_768;
      });
    });

    test("tokens of texts and messages are counted", async () => {
      const texts = ["", "hello world", "x".repeat(40_000), "проверка 测试"];
      const { history } = await talk.converse("COUNT-0001", { stopAfter: 3 });
      const counts = await inside.run("countTokens", { vendor, id: "small", texts, history });
      assert.equal(counts.texts[0], 0);
      assert.ok(counts.texts[1] >= 2 && counts.texts[1] <= 4, `${counts.texts}`);
      assert.ok(counts.texts[2] > 1000 && counts.texts[3] > 3, `${counts.texts}`);
      assert.ok(
        counts.messages.every((count) => count > 4) && counts.messages.length === history.length,
        `${counts.messages}`,
      );
    });

    test("without the package the conversation overflows the window, and the endpoint refuses it", async () => {
      const word = "PLAIN-0001";
      const result = await talk.converse(word, { settings: { "tooltrimGateway.truncationThreshold": never } });
      const made = callsOf(result.history).length;
      assert.ok(made > 20 && made < 100, `${made} calls`);
      assert.match(result.error?.message, /context window of this model/);
      checkObeyed(result.requests, ["window"]);
      rows.push(row(host.name, `without, up to the 400 after ${made} calls`, result));
    });

    test("with it all hundred calls are made, every request obeys the rules, and the model still knows what it did", async () => {
      const word = "TASKS-0001";
      whole = await talk.converse(word);
      rows.push(row(host.name, "with, as tool items", whole));
      checkFinished(whole, word);
      checkObeyed(whole.requests);
      checkPrefixes(whole.requests, taskOf(word));
      assert.ok(
        whole.requests.every(
          ({ body }) => body.input.some(({ type }) => type === "function_call") || body.input.length === 1,
        ),
      );
      assert.ok(whole.sum.rewrites >= 1 && whole.sum.rewrites <= 10, `${whole.sum.rewrites} rewrites`);
      assert.equal(whole.compactionMilliseconds.length, whole.sum.requests);
      // Far above what it takes, as machines differ; the table below says what it was.
      assert.ok(median(whole.compactionMilliseconds) < 40, `${median(whole.compactionMilliseconds)} ms`);
    });

    test("what was compacted is in the status bar, in the report and in the log", async () => {
      const [report, status] = [await talk.ask("lastReport"), await talk.ask("statusText")];
      assert.match(status, /Context \d.* → \d.* tokens/);
      assert.ok(report.report.after.tokens < report.report.before.tokens);
      assert.equal(report.report.edited.length > 0, true);
      assert.ok(
        whole.lines.filter((line) => line.startsWith("step: ")).length === whole.sum.rewrites,
        whole.lines.join("\n"),
      );
      assert.ok(whole.lines.some((line) => line.startsWith("cut: ")));
      const shown = status.replace(/^\$\(\w+\) /, "");
      const { page } = inside;
      await page.locator(".statusbar-item", { hasText: shown }).first().click();
      await page.locator(".tab", { hasText: "Context Report" }).first().waitFor();
      const frame = await reportFrame(page);
      for (const heading of ["What fills the context", "What it costs", "Failures that are still open", "Files"])
        await frame.getByRole("heading", { name: heading }).waitFor();
      checkReport(await frame.evaluate(readReport), report);
      if (!host.inWorker) await checkDark({ talk, frame, report });
      await inside.run("command", { id: "notifications.clearAll" });
      await picture("report");
    });

    test("an endpoint that knows texts only is found out once, then remembered", async () => {
      server.settings.takesCalls = false;
      const word = "TEXTS-0001";
      const result = await talk.converse(word);
      rows.push(row(host.name, "with, as text", result));
      checkFinished(result, word);
      checkObeyed(result.requests, ["no-calls"]);
      checkPrefixes(result.requests, taskOf(word));
      const again = await talk.converse("TEXTS-0002", { stopAfter: 4 });
      checkObeyed(again.requests);
      server.settings.takesCalls = true;
    });

    test(
      cancels(host) ? "a cancelled request is given up" : "a cancelled request goes on: VS Code does not tell",
      async () => {
        server.settings.holdAt = 6;
        const at = server.requests.length;
        const task = `Say this again: ${"word ".repeat(40)}`;
        const { seen } = await inside.run("cancel", { vendor, id: "small", task, parts: 3 });
        assert.equal(seen.join(""), "You said: Say this again: word word ".slice(0, 36));
        // Where it is not told, nothing happens until the answer goes on.
        if (!cancels(host)) server.release();
        const [{ closed }, after] = [server.requests[at], inside.run("afterCancel")];
        assert.equal(await closed, cancels(host));
        server.release();
        const { more, error } = await after;
        assert.equal(error, null);
        const rest = more.join("");
        assert.equal(rest.trimEnd().endsWith("word"), true);
        assert.equal(rest.length > 60, !cancels(host), rest);
        if (cancels(host))
          await waitFor(async () => (await talk.ask("log")).some((line) => line.endsWith(": cancelled")));
        checkObeyed((await talk.converse("AFTER-0001", { stopAfter: 2, settings: native })).requests);
      },
    );

    test("a restart in the middle: the requests after it are the same bytes as without one", async () => {
      const word = "AGAIN-0001";
      // At a place where no step follows, which would change what was sent.
      const goesOn = (at) => whole.requests[at].text.startsWith(whole.requests[at - 1].text);
      let first = await talk.converse(word, { stopAfter: 60, settings: native });
      while (!goesOn(first.requests.length)) {
        first = await talk.converse(word, { history: first.history, stopAfter: 1, settings: native });
      }
      assert.ok(first.sum.rewrites >= 1, "nothing was decided before the restart");
      const sent = first.requests.length;
      await talk.ask("flush");
      await inside.restart();
      server.settings.key = undefined;
      await inside.run("waitForModel", { vendor, id: "small" });
      const second = await talk.converse(word, { history: first.history, settings: native });
      checkFinished(second, word);
      checkObeyed(second.requests);
      const [last, next] = [second.requests[sent - 1].text, second.requests[sent].text];
      assert.ok(next.startsWith(last), "the first request after the restart begins with the last one before");
      checkSameBytes(second.requests, word, whole.requests, "TASKS-0001");
    });

    test("what was taken out before a restart the model asks for after it, and it comes back whole", async () => {
      const restart = async () => {
        await inside.restart();
        await inside.run("waitForModel", { vendor, id: "small" });
      };
      await checkRecall({ talk, inside, word: "RECALL-001", settings: native, restart });
    });

    test("that an endpoint knows texts only is known after the restart, too, until the user has the models read again", async () => {
      server.settings.takesCalls = false;
      checkObeyed((await talk.converse("TEXTS-0003", { stopAfter: 4 })).requests);
      await inside.run("command", { id: "tooltrimGateway.refreshModels" });
      checkObeyed((await talk.converse("TEXTS-0004", { stopAfter: 4 })).requests, ["no-calls"]);
      server.settings.takesCalls = true;
      await inside.run("command", { id: "tooltrimGateway.refreshModels" });
    });

    if (host === hosts.find(({ skip }) => !skip)) moreTests(() => ({ host, talk, server, rows }));

    async function picture(name) {
      if (!pictures) return;
      mkdirSync(pictures, { recursive: true });
      await inside.page.screenshot({ path: join(pictures, `${host.name.replace(/\W+/g, "-")}-${name}.png`) });
    }
  });
}

test("what it takes and costs", (t) => {
  for (const line of tableOf(rows)) t.diagnostic(line);
});
