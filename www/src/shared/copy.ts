/** Copies a text, which may come later. */
export async function write(text: () => string | Promise<string>): Promise<void> {
  const answer = text();
  if (typeof answer === "string") return navigator.clipboard.writeText(answer);
  // Safari allows a text that comes later only as a promise that is handed over within the click.
  const blob = answer.then((late) => new Blob([late], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}
