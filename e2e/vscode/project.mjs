// The extension as its author builds it, in a project with the packed package; and the same checks in Node.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createProject, root } from "../../tests/consumers/project.mjs";
import { bundle } from "./bundle.mjs";
import { goldenCases, goldenFiles } from "./shared/golden.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Returns the extension's folder, what the bundler said, how many golden cases there are, and what Node gives. */
export async function buildExtension() {
  const project = createProject();
  for (const folder of ["extension", "shared"])
    cpSync(join(here, folder), join(project.folder, folder), { recursive: true });
  const extension = join(project.folder, "extension");
  const { warnings, metafile } = await bundle(
    join(extension, "src/extension.mjs"),
    join(extension, "dist/extension.js"),
    { absWorkingDir: project.folder, minify: true, metafile: true },
  );
  const [output] = Object.values(metafile.outputs);
  const golden = goldenFiles.map((file) => {
    const json = readFileSync(join(root, "tests/golden", file), "utf8");
    writeFileSync(join(extension, "dist", file), json);
    return { file, cases: goldenCases(file, json).length };
  });
  cpSync(join(project.installed, "dist/tooltrim.wasm"), join(extension, "dist/tooltrim.wasm"));
  return {
    extension,
    warnings: warnings.map(({ text }) => text),
    imports: [...new Set(output.imports.map(({ path }) => path))],
    golden,
    inNode: JSON.parse(project.node(project.write("in-node.mjs", inNode))),
  };
}

const inNode = `
import { computeTruncation, estimateTokens, version } from "tooltrim";
import { configurations, conversation, texts } from "./shared/inputs.mjs";
import { trimAll } from "./shared/trimming.mjs";

const calls = conversation.map(({ input, ...call }) => ({
  ...call,
  args: input,
  isError: call.result.startsWith("Error: "),
}));
const decisions = configurations.map((configuration) => {
  const { recentCallIds, truncatedCallIds, ...rest } = computeTruncation(calls, configuration);
  return { ...rest, recentCallIds: [...recentCallIds], truncatedCallIds: [...truncatedCallIds] };
});
const result = {
  version,
  trims: trimAll(),
  conversation: { decisions, tokens: Object.values(texts).map(estimateTokens) },
  summaryTokens: decisions.map(({ summary }) => estimateTokens(summary ?? "")),
};
console.log(JSON.stringify(result));
`;
