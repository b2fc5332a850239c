// Rescue and cleaning, with what they can be told in detail.
import { Check, FieldError, type FieldErrors, NumberField } from "./fields.js";
import { DEFAULTS, NOISE, type Noise, type Settings } from "./settings.js";

interface Props {
  readonly settings: Settings;
  readonly set: (change: Partial<Settings>) => void;
}

export function RescueOptions({ settings, errors, set }: Props & { errors: FieldErrors }) {
  const { rescue, rescueShare, include, exclude } = settings;
  const told = rescueShare !== "" || include !== "" || exclude !== "";
  return (
    <>
      <Check name="rescue" checked={rescue} onCheck={(on) => set({ rescue: on })}>
        Rescue what failed from the middle
      </Check>
      <details class="more" open={told || undefined}>
        <summary>Share and words</summary>
        <div class="limits">
          <NumberField
            name="rescue.share"
            label="Share of the limit for what is rescued, 0 to 1"
            unit="share, 0 to 1"
            value={rescueShare}
            errors={errors}
            describedBy="rescue-error"
            onType={(value) => set({ rescueShare: value })}
          />
        </div>
        <FieldError id="rescue-error" names={["rescue.share", "rescue"]} errors={errors} />
        <Words
          label="Always rescue lines with, one a line"
          value={include}
          onType={(value) => set({ include: value })}
        />
        <Words label="Never rescue lines with" value={exclude} onType={(value) => set({ exclude: value })} />
      </details>
    </>
  );
}

function Words({ label, value, onType }: { label: string; value: string; onType: (value: string) => void }) {
  return (
    <label class="words">
      {label}
      <textarea
        rows={2}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
    </label>
  );
}

const LABELS: Readonly<Record<Noise, string>> = {
  ansi: "colours and other escapes",
  carriageReturns: "what was overwritten",
  repeatedLines: "repeated lines",
  base64: "long Base64",
  longLines: "the middle of lines over 2,000 chars",
};

export function CleanOptions({ settings, set }: Props) {
  const told = NOISE.some((kind) => settings[kind] !== DEFAULTS[kind]);
  return (
    <>
      <Check name="clean" checked={settings.clean} onCheck={(clean) => set({ clean })}>
        Clean: colours, progress, repetitions
      </Check>
      <details class="more" open={told || undefined}>
        <summary>Kinds of noise</summary>
        <div class="checks">
          {NOISE.map((kind) => (
            <Check key={kind} name={kind} checked={settings[kind]} onCheck={(on) => set({ clean: true, [kind]: on })}>
              {LABELS[kind]}
            </Check>
          ))}
        </div>
      </details>
    </>
  );
}
