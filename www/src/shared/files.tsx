// Files: chosen in a dialog, or dropped anywhere on the page while a tab that takes them is shown.
import { useEffect, useRef } from "preact/hooks";

/** A button that opens the dialog. */
export function OpenFile({ accept, onFile }: { accept?: string; onFile: (file: File) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  const chosen = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files?.[0];
    // The same file may be chosen again.
    currentTarget.value = "";
    if (file) onFile(file);
  };
  return (
    <>
      <button type="button" onClick={() => chooser.current?.click()}>
        Open file…
      </button>
      <input ref={chooser} type="file" accept={accept} aria-label="File" hidden onChange={chosen} />
    </>
  );
}

/** Calls back with what is dropped: a file, or a text. */
export function useDrop(onDrop: (dropped: File | string) => void): void {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const mark = (on: boolean) => document.body.classList.toggle("dropping", on);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    };
    const drop = (event: DragEvent) => {
      mark(false);
      const dropped = hasFiles(event) ? event.dataTransfer?.files[0] : event.dataTransfer?.getData("text/plain");
      // A text that an editor has taken already.
      if (!dropped || (event.defaultPrevented && !hasFiles(event))) return;
      event.preventDefault();
      latest.current(dropped);
    };
    addEventListener("dragover", over, { signal });
    // Out of the window, not from one element to the next.
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || mark(false), { signal });
    addEventListener("drop", drop, { signal });
    return () => controller.abort();
  }, []);
}
