// What is compared, at which limit; and the link to it.
import { useState } from "preact/hooks";
import { CopyButton } from "../shared/copy-button.js";
import { number } from "../shared/dom.js";
import type { Input } from "../shared/inputs.js";
import { LONGEST_LINK } from "../shared/share.js";
import { type Kind, LARGEST, linkOf, type Settings, SHARES, SMALLEST } from "./state.js";

interface Props {
  readonly settings: Settings;
  readonly input: Input | undefined;
  readonly onChange: (settings: Settings) => void;
}

const kinds: readonly (readonly [Kind, string])[] = [
  ["text", "a text"],
  ["conversation", "a conversation"],
];

export function Controls({ settings, input, onChange }: Props) {
  const { of, share } = settings;
  const [tooLong, setTooLong] = useState<{ input: Input | undefined; chars: number }>();
  const withInput = async (): Promise<string> => {
    const content = input?.content ?? "";
    const link = await linkOf(settings, typeof content === "string" ? content : await content.text());
    setTooLong(link.length > LONGEST_LINK ? { input, chars: link.length } : undefined);
    if (link.length > LONGEST_LINK) throw new Error("too long");
    return link;
  };
  return (
    <form class="compare-controls" autocomplete="off" noValidate onSubmit={(event) => event.preventDefault()}>
      <fieldset class="field">
        <legend>Compare</legend>
        <div class="segments">
          {kinds.map(([kind, title]) => (
            <label key={kind}>
              <input
                type="radio"
                name="of"
                value={kind}
                checked={of === kind}
                onChange={() => onChange({ ...settings, of: kind })}
              />
              <span>{title}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {of === "text" ? (
        <Limit settings={settings} onChange={onChange} />
      ) : (
        <div class="field">
          <label for="compare-share">
            Size for all <output for="compare-share">{share} % of the conversation</output>
          </label>
          <input
            id="compare-share"
            type="range"
            min={SHARES[0]}
            max={SHARES[1]}
            step={5}
            value={share}
            onInput={({ currentTarget }) => onChange({ ...settings, share: currentTarget.valueAsNumber })}
          />
        </div>
      )}
      <div class="field">
        <div class="links">
          <CopyButton label="Copy link" text={() => linkOf(settings)} />
          <CopyButton label="Copy link with input" text={withInput} disabled={!input} />
        </div>
        <p class="error" role="alert">
          {tooLong && tooLong.input === input
            ? `With this input the link has ${number(tooLong.chars)} chars, and not all programs take more than ${number(LONGEST_LINK)}. Send the file instead.`
            : ""}
        </p>
      </div>
    </form>
  );
}

/** What is no limit stays as it was typed, with the reason. */
function Limit({ settings, onChange }: Pick<Props, "settings" | "onChange">) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const isValid = (text: string) => /^\d+$/.test(text) && Number(text) >= SMALLEST && Number(text) <= LARGEST;
  const error = typed !== undefined && !isValid(typed);
  const change = (text: string) => {
    setTyped(isValid(text) ? undefined : text);
    if (isValid(text)) onChange({ ...settings, limit: Number(text) });
  };
  return (
    <div class="field">
      <label for="compare-limit">Limit for all, in chars</label>
      <input
        id="compare-limit"
        type="number"
        min={SMALLEST}
        max={LARGEST}
        inputMode="numeric"
        value={typed ?? settings.limit}
        aria-invalid={error ? true : undefined}
        aria-describedby="compare-limit-error"
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <p class="error" id="compare-limit-error" role="alert">
        {error ? "A whole number from 100 to 10,000,000" : ""}
      </p>
    </div>
  );
}
