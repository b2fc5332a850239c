// The marker, with the numbers it can name.
import { useRef } from "preact/hooks";
import { FieldError, type FieldErrors, invalid } from "./fields.js";
import type { Settings } from "./settings.js";

const PLACEHOLDERS = [
  ["count", "omittedBytes", "omittedLines", "omittedTokens", "totalChars", "totalBytes", "totalLines", "keptChars"],
  ["limit", "firstOmittedLine", "lastOmittedLine"],
].flat();

/** The marker unless another is given; with rescue, each counts lines. */
const usualMarker = (rescue: boolean): string =>
  rescue ? "[… {omittedLines} lines, {count} chars]" : "... [truncated {count} chars] ...";

interface Props {
  readonly settings: Settings;
  readonly errors: FieldErrors;
  readonly set: (change: Partial<Settings>) => void;
}

export function MarkerField({ settings, errors, set }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const usual = usualMarker(settings.rescue);
  const marker = settings.marker ?? usual;
  const type = (value: string) => set({ marker: value === usual ? undefined : value });
  const insert = (name: string) => {
    const area = field.current;
    if (!area) return;
    area.setRangeText(`{${name}}`, area.selectionStart, area.selectionEnd, "end");
    type(area.value);
  };
  return (
    <div class="field">
      <div class="label">
        <label for="marker">Marker</label>
        {settings.marker !== undefined && (
          <button type="button" class="link" onClick={() => set({ marker: undefined })}>
            as usual
          </button>
        )}
      </div>
      <textarea
        ref={field}
        id="marker"
        name="marker"
        class="marker-text"
        rows={Math.min(marker.split("\n").length, 5)}
        spellcheck={false}
        value={marker}
        {...invalid("marker", errors)}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      <FieldError id="marker-error" names={["marker"]} errors={errors} />
      <details class="more">
        <summary>Insert a number</summary>
        <div class="chips">
          {PLACEHOLDERS.map((name) => (
            <button key={name} type="button" class="chip" onClick={() => insert(name)}>
              {`{${name}}`}
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}
