import { visible } from "../text.js";

export interface Figure {
  readonly figure: string;
  readonly words: string;
  /** `good` is what a reader hopes for, `bad` what needs a look. */
  readonly kind?: "good" | "bad" | undefined;
}

/** The figures that matter most, as cards. */
export function Figures({ label, figures }: { readonly label: string; readonly figures: readonly Figure[] }) {
  return (
    <ul class="v-figures" aria-label={label}>
      {figures.map(({ figure, words, kind }) => (
        <li>
          <b class={kind && `v-${kind}`}>{figure}</b>
          <span>{visible(words)}</span>
        </li>
      ))}
    </ul>
  );
}
