// Just enough of a shell to find the files that a command writes and names.

/** Bodies of here documents are files, not commands. */
const HERE = /<<-?[ \t]*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?(?:\n[ \t]*\2(?=[\s)"';]|$)|$)/g;

/** Simple commands, each a list of words `{ text, to }`; `to`: the word is what a redirection writes. */
export function commandsOf(script) {
  const text = script.replace(HERE, " $3\n");
  const commands = [[]];
  let word;
  let to = false;
  const end = () => {
    if (word === undefined) return;
    commands.at(-1).push({ text: word, to });
    word = undefined;
    to = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "'" || char === '"') {
      const close = closing(text, at);
      word = (word ?? "") + text.slice(at + 1, close);
      at = close;
    } else if (char === "\\") {
      at += 1;
      if (text[at] !== "\n") word = (word ?? "") + (text[at] ?? "");
    } else if (char === ">") {
      // The number of a stream directly precedes it: `2>`.
      if (/^[\d&]$/.test(word ?? "")) word = undefined;
      end();
      if (text[at + 1] === ">" || text[at + 1] === "|") at += 1;
      // `>&2` writes no file.
      if (text[at + 1] === "&") at += 2;
      else to = true;
    } else if (/[;|&()\n`]/.test(char)) {
      if (char === "&" && text[at + 1] === ">") continue;
      end();
      to = false;
      commands.push([]);
    } else if (/[\s<]/.test(char)) end();
    else word = (word ?? "") + char;
  }
  end();
  return commands.filter((command) => command.length > 0);
}

function closing(text, open) {
  const quote = text[open];
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\" && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** Targets of redirections, and files that `tee` and `sed -i` write. */
export function writtenBy(script) {
  return commandsOf(script).flatMap((command) => {
    const targets = command.filter(({ to }) => to).map(({ text }) => text);
    const words = command.filter(({ to }) => !to).map(({ text }) => text);
    // `sudo tee`, `xargs sed -i`, `LANG=C sed -i`: words before the name do not matter.
    const name = words.findIndex((word) => /^(?:.*\/)?(?:tee|g?sed)$/.test(word));
    const rest = words.slice(name + 1);
    if (name >= 0 && words[name].endsWith("tee")) return [...targets, ...rest.filter((word) => !word.startsWith("-"))];
    if (name >= 0 && rest.some((word) => /^(?:-[nErsz]*i|--in-place)/.test(word))) return [...targets, ...edited(rest)];
    return targets;
  });
}

/** Arguments of `sed` that are neither options nor the script. */
function edited(words) {
  const files = [];
  let scripts = 0;
  for (let at = 0; at < words.length; at += 1) {
    // BSD's `-i ''` has the suffix as a word of its own.
    if (words[at] === "") continue;
    if (/^(?:-[nErsz]*[ef]|--expression|--file)$/.test(words[at])) {
      at += 1;
      scripts += 1;
    } else if (/^-/.test(words[at])) scripts += Number(/^(?:-e.|--expression=|--file=)/.test(words[at]));
    else files.push(words[at]);
  }
  return scripts > 0 ? files : files.slice(1);
}

export const wordsOf = (script) => commandsOf(script).flatMap((command) => command.map(({ text }) => text));
