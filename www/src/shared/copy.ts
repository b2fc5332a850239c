/** Makes a button copy a text and say that it has; `text` is asked at the click. */
export function copies(button: HTMLButtonElement, text: () => string | Promise<string>): void {
  const label = button.textContent ?? "";
  let timer = 0;
  button.addEventListener("click", async () => {
    const done = await write(text).then(
      () => true,
      () => false,
    );
    button.textContent = done ? "Copied" : "Could not copy";
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = label;
    }, 1600);
  });
}

export async function write(text: () => string | Promise<string>): Promise<void> {
  const answer = text();
  if (typeof answer === "string") return navigator.clipboard.writeText(answer);
  // Safari allows a text that comes later only as a promise that is handed over within the click.
  const blob = answer.then((late) => new Blob([late], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}
