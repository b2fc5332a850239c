// The model: what it does next follows from what it reads in the request, and from nothing else. So it shows whether a
// request still has all that is needed, and goes on in the middle after a restart.

const testOf = (path) => path.replace(/^src\//, "test/").replace(/\.ts$/, ".test.ts");
const sourceOf = (path) => path.replace(/^test\//, "src/").replace(/\.test\.ts$/, ".ts");
const nameOf = (path) => path.replace(/^src\//, "").replace(/\.ts$/, "");

const say = (text) => ({ text, calls: [] });
const call = (text, ...calls) => ({ text, calls: calls.map(([name, args]) => ({ name, args })) });
const lost = (what) => say(`I cannot go on: ${what}.`);

function modulesOf(task) {
  const list = /in this order, one after another, and run its tests before and after: (.*?)\. Then/s.exec(task)?.[1];
  return list?.split(", ");
}

/** The next words and calls: `{ text, calls: [{ id, name, args }] }`. */
export function nextStep(seen) {
  if (!seen.task) return say(`You said: ${seen.texts.at(-1)?.text ?? "nothing"}`);
  const step = decide(seen);
  const known = seen.calls.map(({ id }) => Number(/^call_(\d+)$/.exec(id)?.[1] ?? 0));
  const start = Math.max(0, ...known) + 1;
  const calls = step.calls.map((made, at) => ({ id: `call_${String(start + at).padStart(4, "0")}`, ...made }));
  return { text: step.text, calls };
}

/** By which it reads what was taken out of the conversation, where it is offered. */
const recall = "tooltrim_retrieve";

function decide({ task, calls, results, texts, word, tools }) {
  const last = calls.at(-1);
  if (!last) {
    return call(
      "I look at the project first.",
      ["read_file", { filePath: "README.md" }],
      ["read_file", { filePath: "package.json" }],
    );
  }
  const result = results.get(last.id);
  if (result === undefined) return lost(`there is no result of ${last.id}`);
  const names = modulesOf(task);
  if (!names) return lost("the task does not name the modules");
  const { filePath, command } = last.args;
  switch (last.name) {
    case "list_dir":
      return names.every((name) => result.includes(`src/${name}.ts`)) ? find(names[0]) : lost("files are not listed");
    case "grep_search":
      return read(result, last.args.query, names);
    case "replace_string_in_file":
      return result.includes("was edited")
        ? call("", ["run_in_terminal", { command: `npm test -- ${testOf(filePath)}` }])
        : lost(`the edit failed: ${result.slice(0, 200)}`);
    case "run_in_terminal":
      return ran(command, result, { names, calls, results, texts, word, tools });
    case recall: {
      // A block names one ref, of a list of the others.
      const [, listed] = /^(#\w{8}) Read README\.md$/m.exec(result) ?? [];
      return listed ? call("The list names it.", [recall, { ref: listed }]) : done({ calls, texts, word });
    }
    case "read_file":
      return wasRead(filePath, result);
    default:
      return lost(`${last.name} is no tool of mine`);
  }
}

const find = (name) => call(`Now \`${name}\`.`, ["grep_search", { query: name.split("/")[1] }]);

function read(result, query, names) {
  const name = names.find((one) => one.endsWith(`/${query}`));
  const path = `src/${name}.ts`;
  // Where hits were left out it knows so, and goes by the name in the task.
  const known = result.includes(`${path}:`) || /^\[… [\d,]+ lines?|truncated [\d,]+ chars/m.test(result);
  return known ? call("", ["read_file", { filePath: path }]) : lost(`${path} was not found`);
}

function wasRead(path, text) {
  if (path === "README.md" || path === "package.json") return call("", ["list_dir", { path: "." }]);
  if (path.startsWith("src/")) {
    return /return base [-+] part/.test(text)
      ? call("", ["read_file", { filePath: testOf(path) }])
      : lost(`${path} is not all there`);
  }
  return text.includes("vitest") && text.trimEnd().endsWith("});")
    ? call("", ["run_in_terminal", { command: `npm test -- ${path}` }])
    : lost(`${path} is not all there`);
}

function ran(command, printed, { names, calls, results, texts, word, tools }) {
  const [, path] = /^npm test -- (\S+)$/.exec(command) ?? [];
  if (/^ FAIL /m.test(printed)) {
    const [, line, wrong] = /^> +(\d+)\|(.*)$/m.exec(printed) ?? [];
    if (!wrong || !path) return lost("the failure does not show the line");
    const edit = { filePath: sourceOf(path), oldString: wrong, newString: wrong.replace(" - ", " + ") };
    return call(`Line ${line} has the wrong sign.`, ["replace_string_in_file", edit]);
  }
  if (!printed.includes("exit code: 0")) return lost(`the end of \`${command}\` is missing`);
  if (path) {
    const next = names[names.indexOf(nameOf(sourceOf(path))) + 1];
    return next ? find(next) : call("All together.", ["run_in_terminal", { command: "npm test" }]);
  }
  // What it read at the beginning it wants to see once more, where a block or a fact names it.
  const [ref] = /#\w{8}/.exec([...texts.map(({ text }) => text), results.get(calls[0].id)].join("\n")) ?? [];
  if (ref && tools.includes(recall)) return call("What did the first file say?", [recall, { ref }]);
  return done({ calls, texts, word });
}

const done = ({ calls, texts, word }) =>
  say(`Task ${word} is done. Changed: ${[...editedFiles(calls, texts)].join(", ")}.`);

/** Files that it still sees it changed: in calls, or in a summary of them. */
function editedFiles(calls, texts) {
  const edits = calls.filter(({ name }) => name === "replace_string_in_file").map(({ args }) => args.filePath);
  const lists = texts.flatMap(
    ({ text }) => /^- Made \d+ edit\(s\) to: (.*?)(?:\.\.\.)?$/m.exec(text)?.[1].split(", ") ?? [],
  );
  const lines = texts.flatMap(({ text }) =>
    [...text.matchAll(/^(?:- | {2}\[Earlier: )Edited ([^,\]\n]+)/gm)].map(([, path]) => path),
  );
  return new Set([...lists, ...lines, ...edits].filter(Boolean));
}
