// Lists the losses at each point.

const WIDTH = 160;

const show = {
  edited: (path) => path,
  errors: ({ name, line }) => `${name}: ${line}`,
  spoken: (text) => JSON.stringify(text),
  rules: ({ rule, path, message }) => `${rule} at ${path}: ${message}`,
  paths: (path) => path,
  lines: (line) => line,
};
const titles = {
  edited: "edited path",
  errors: "error",
  spoken: "user text",
  rules: "rule broken",
  paths: "next path",
  lines: "next line",
};

export function printWhy(results) {
  for (const { contender, session, passed, size, share, units, fits, thrown, lost } of results) {
    const limit = Math.floor((size * share) / 100);
    const use = `${number(units)} of ${number(limit)} units${fits ? "" : ", OVER"}`;
    console.log(`\n${session.format}/${session.name} at ${passed / 1000}k, ${share} %, ${contender}: ${use}`);
    if (thrown !== undefined) console.log(`  threw: ${thrown}`);
    for (const [key, title] of Object.entries(titles)) {
      for (const each of lost[key]) console.log(`  ${title}: ${cut(show[key](each))}`);
    }
  }
}

export function printWhyGrowing({ contender, session, longer, ended, kept }) {
  console.log(`\n${session.format}/${session.name}, ${contender}: ${longer.toFixed(2)} ×, ${ended}`);
  for (const { path, at } of kept?.edited.lost ?? []) console.log(`  edited path of message ${at}: ${cut(path)}`);
  for (const { line, at } of kept?.errors.lost ?? []) console.log(`  error of message ${at}: ${cut(line)}`);
}

const number = (value) => value.toLocaleString("en");
const cut = (text) => (text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text);
