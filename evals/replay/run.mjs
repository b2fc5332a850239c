// Asks for all answers that are missing, and writes each down as a line of JSON when it comes: an interrupted run goes on
// where it was.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { ask, isTransient } from "./client.mjs";
import { keyOf } from "./jobs.mjs";

/** Answers by key. A last line that was cut off, and errors that may pass, are asked for again. */
export function readAnswers(file) {
  const answers = new Map();
  if (!existsSync(file)) return answers;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    try {
      const answer = JSON.parse(line);
      if (!isTransient(answer.error)) answers.set(answer.key, answer);
    } catch {
      // Empty, or cut off.
    }
  }
  return answers;
}

/**
 * Returns jobs with their `answers`, one for each repetition. `client` may be `undefined`: then only what is in the file
 * counts. `headersOf(point)`: for the scripted model alone.
 */
export async function runJobs(jobs, client, options, { headersOf, onAnswer } = {}) {
  const known = readAnswers(options.out);
  const runs = jobs.map((job) => ({ ...job, answers: [] }));
  const missing = [];
  for (const run of runs) {
    for (let repeat = 0; repeat < options.repeat; repeat += 1) {
      const key = keyOf(run, repeat, options);
      const answer = known.get(key);
      if (answer) run.answers[repeat] = answer;
      else missing.push({ run, repeat, key });
    }
  }
  const counts = { asked: 0, resumed: runs.length * options.repeat - missing.length };
  if (client === undefined) return { runs, ...counts };
  mkdirSync(dirname(options.out), { recursive: true });
  // A line that was cut off must not take the next one with it.
  if (existsSync(options.out) && !readFileSync(options.out, "utf8").endsWith("\n")) appendFileSync(options.out, "\n");
  const workers = Array.from({ length: Math.min(options.concurrency, missing.length) }, async () => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
      const { run, repeat, key } = next;
      const { model, temperature, maxTokens } = options;
      const answer = await ask(client, {
        ...{ model, temperature, maxTokens, messages: run.messages, tools: run.point.tools },
        headers: headersOf?.(run.point),
      });
      const line = {
        key,
        point: run.point.id,
        arm: run.arm,
        repeat,
        model,
        units: run.units,
        fits: run.fits,
        ...answer,
      };
      appendFileSync(options.out, `${JSON.stringify(line)}\n`);
      run.answers[repeat] = line;
      counts.asked += 1;
      onAnswer?.(line, counts.asked, missing.length);
    }
  });
  await Promise.all(workers);
  return { runs, ...counts };
}
