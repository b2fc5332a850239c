// A long session of a coding agent, in OpenAI's Chat Completions format: an invented shop's back end, worked on ticket by
// ticket. Too large to be stored; made anew, byte for byte the same on every machine.
//
//     node examples/data/long-session.mjs > session.json     as a request of the API has it
//     import { longSession } from "./long-session.mjs"

import { codeOf, listing, nouns, testRun, verbs } from "./long-session-texts.mjs";

/** The same numbers on every machine. */
function dice(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Returns the messages of a session with that many calls of tools, 5 kB each on average. */
export function longSession(calls = 1000) {
  const messages = [
    {
      role: "system",
      content: "You are a careful engineer. Work on the tickets of this repository, one after the other.",
    },
  ];
  const below = dice(47);
  const pick = (list) => list[below(list.length)];
  let made = 0;
  const use = (name, args, content) => {
    if (made >= calls) return;
    made += 1;
    const id = `call_${String(made).padStart(4, "0")}`;
    const call = { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
    messages.push(
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: id, content },
    );
  };
  const say = (content) => made < calls && messages.push({ role: "assistant", content });

  for (let ticket = 1; made < calls; ticket += 1) {
    const [noun, verb] = [pick(nouns), pick(verbs)];
    const path = `src/${noun}/${verb}-${noun}.ts`;
    const spec = path.replace(/\.ts$/, ".test.ts");
    const name = `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
    const file = codeOf(below, name, 20 + below(60));
    messages.push({
      role: "user",
      content: `Ticket ${ticket}: ${name} rounds the wrong way when a ${noun} has more than one currency. Please fix it, with a test.`,
    });
    use("grep", { pattern: name, path: "src" }, listing(below, name, 12 + below(60)));
    use("read_file", { path }, file);
    use("read_file", { path: spec }, codeOf(below, `${name} spec`, 40 + below(110)));
    use("read_file", { path: `src/${noun}/index.ts` }, codeOf(below, `${noun} index`, 10 + below(40)));
    use("bash", { command: `npm test -- ${spec}` }, testRun(below, { name, spec, failed: 1, count: 40 + below(110) }));
    say("The conversion rounds each line before the sum. I will round once, at the end.");
    const change = { path, old: `  return round(total * rate);`, new: `  return round(sum(lines) * rate);` };
    use(
      "edit_file",
      change,
      ticket % 7 === 0 ? `Error: the text to replace was not found in ${path}` : `Edited ${path}`,
    );
    if (ticket % 7 === 0) {
      use("read_file", { path }, file);
      use("edit_file", change, `Edited ${path}`);
    }
    use("read_file", { path }, file.replace("total * rate", "sum(lines) * rate"));
    use("write_file", { path: spec, content: codeOf(below, `${name} spec`, 20 + below(60)) }, `Wrote ${spec}`);
    // Some tickets stay open: their tests fail to the end.
    const failed = ticket % 9 === 0 ? 1 : 0;
    use("bash", { command: `npm test -- ${spec}` }, testRun(below, { name, spec, failed, count: 40 + below(110) }));
    if (ticket % 3 === 0)
      use(
        "bash",
        { command: "npm run build" },
        testRun(below, { name: "build", spec: "tsc", failed: 0, count: 200 + below(200) }),
      );
    if (ticket % 2 === 0) use("list_files", { path: `src/${noun}` }, listing(below, noun, 30 + below(60)));
    use("bash", { command: "git diff --stat" }, ` ${path} | 2 +-\n ${spec} | ${20 + below(60)} +++\n 2 files changed`);
    say(
      failed
        ? `Ticket ${ticket} is not done: the test of ${name} still fails, see above.`
        : `Ticket ${ticket} is done.`,
    );
  }
  return messages;
}

if (globalThis.process?.argv?.[1] && import.meta.url === new URL(`file://${globalThis.process.argv[1]}`).href) {
  globalThis.process.stdout.write(`${JSON.stringify({ model: "any", messages: longSession() }, undefined, 1)}\n`);
}
