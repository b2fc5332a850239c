// How texts look: the page's own colours, which reach into a shadow root.
import { EditorView } from "@codemirror/view";

export const look = EditorView.theme({
  "&": { backgroundColor: "var(--sheet)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    fontSize: "0.84rem",
    lineHeight: "1.5",
    overscrollBehavior: "contain",
  },
  ".cm-scroller:has(.cm-content:focus-visible)": {
    outline: "2px solid var(--accent)",
    outlineOffset: "-2px",
  },
  ".cm-content": { padding: "0.7rem 0", caretColor: "var(--ink)", tabSize: "4" },
  ".cm-content:focus": { outline: "none" },
  ".cm-line": { padding: "0 0.9rem", overflowWrap: "anywhere" },
  ".cm-line::selection, .cm-line ::selection": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-placeholder": { color: "var(--faint)" },
  ".omitted": { color: "var(--faint)" },
  ".rescued-line": { backgroundColor: "var(--accent-tint)", boxShadow: "inset 3px 0 var(--accent)" },
  mark: {
    padding: "0.05em 0",
    color: "var(--on-marker)",
    backgroundColor: "var(--marker)",
    borderRadius: "2px",
  },
  ".gap": {
    display: "block",
    margin: "0.5rem 0",
    padding: "0.3rem 0",
    font: "0.8rem var(--sans)",
    textAlign: "center",
    color: "var(--soft)",
    borderBlock: "1px dashed var(--edge)",
    userSelect: "none",
  },
  ".special": { color: "var(--soft)", fontSize: "0.9em" },
  "@media (pointer: coarse)": {
    // Below 16 px, phones zoom in on what is typed into.
    ".cm-content[contenteditable=true]": { fontSize: "16px" },
  },
  "@media (forced-colors: active)": { mark: { outline: "1px solid" } },
});
