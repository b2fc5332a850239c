// Usage: node evals/synthetic/run.mjs FOLDER [COUNT]

import { writeSynthetic } from "./index.mjs";

const [folder, count = "12"] = process.argv.slice(2);
if (!folder || !(Number(count) >= 1)) {
  console.error(
    "Usage: node evals/synthetic/run.mjs FOLDER [COUNT]\nWrites invented sessions: TOOLTRIM_FIXTURES=FOLDER",
  );
  process.exit(2);
}
const { sessions, files } = writeSynthetic(folder, { count: Number(count) });
console.log(`${sessions} synthetic sessions in ${files} files: TOOLTRIM_FIXTURES=${folder}`);
