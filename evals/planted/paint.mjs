// Colours as tools print them: by the words of a line, whether it matters or not. So colour alone gives nothing away.

const rules = [
  [/\b(?:error|ERROR|FAILED|FAIL|fatal|panicked)\b|[✗×✖●]/u, "1;31"],
  [/\b(?:warning|WARN|WARNING|deprecated)\b/u, "33"],
  [/\b(?:ok|PASS|PASSED|passed|Finished|Compiling|INFO)\b|[✓✔]/u, "32"],
  [/[\w./-]+\.\w{1,4}:\d+(?::\d+)?/u, "36"],
  [/\[?\d+(?:\.\d+)? ?m?s\]?$/u, "2"],
];

export function paint(line) {
  let painted = line;
  for (const [rule, code] of rules) painted = painted.replace(rule, (hit) => `\u001b[${code}m${hit}\u001b[0m`);
  return painted;
}
