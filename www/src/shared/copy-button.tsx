import { useEffect, useState } from "preact/hooks";
import { write } from "./copy.js";

/** A button that copies a text and says that it has; `text` is asked at the click. */
export function CopyButton(props: { label: string; text: () => string | Promise<string>; disabled?: boolean }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), 1600);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    write(props.text).then(
      () => setSaid("Copied"),
      () => setSaid("Could not copy"),
    );
  return (
    <button type="button" disabled={props.disabled} onClick={copy}>
      {said || props.label}
    </button>
  );
}
