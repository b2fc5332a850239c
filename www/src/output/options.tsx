// The options as a form.

import { Check, errorsOf, FieldError, invalid, NumberField, Segments } from "./fields.js";
import { CleanOptions, RescueOptions } from "./log-options.js";
import { MarkerField } from "./marker-field.js";
import type { OutputModel } from "./model.js";
import { isPreset, PRESETS, presetNamed } from "./presets.js";
import { LIMITS, type Settings, UNITS } from "./settings.js";

export function Options({ model }: { model: OutputModel }) {
  const settings = model.settings.value;
  const errors = errorsOf(model.shown.value?.outcome);
  const set = (change: Partial<Settings>) => model.change(change);
  const ends = settings.keep === "ends";
  const inChars = settings.headChars !== "" || settings.tailChars !== "";
  const limited = LIMITS.some((name) => settings[name].trim() !== "");
  return (
    <section class="options" aria-labelledby="options-title">
      <h2 id="options-title" class="unseen">
        Options
      </h2>
      {/* Enter in a field: there is nothing to send, and nowhere to. */}
      <form id="options" autocomplete="off" noValidate onSubmit={(event) => event.preventDefault()}>
        <PresetField model={model} />
        <fieldset class="field">
          <legend>
            Limits <span class="aside">all that are given hold</span>
          </legend>
          <div class="limits">
            {LIMITS.map((name) => (
              <NumberField
                key={name}
                name={name}
                label={`Limit in ${UNITS[name]}`}
                unit={UNITS[name]}
                value={settings[name]}
                placeholder={name === "maxChars" && !limited ? "4000" : ""}
                errors={errors}
                describedBy="limit-error"
                onType={(value) => set({ [name]: value })}
              />
            ))}
            <span class="aside">tokens: estimated</span>
          </div>
          <FieldError id="limit-error" names={LIMITS} errors={errors} />
        </fieldset>
        <div class="field">
          <label for="about">Look for</label>
          <input
            id="about"
            name="about"
            type="text"
            placeholder="a question: lines that answer it come first"
            value={settings.about}
            {...invalid("about", errors)}
            onInput={({ currentTarget }) => set({ about: currentTarget.value })}
          />
          <FieldError id="about-error" names={["about"]} errors={errors} />
        </div>
        <Segments
          legend="Keep"
          name="keep"
          kind="keep"
          value={settings.keep}
          choices={["head", "tail", "ends", "none"].map((keep) => [keep, keep])}
          onChoose={(keep) => set({ keep })}
        />
        <div class="field share">
          <label for="head-share">
            Head’s share <output for="head-share">{Math.round(Number(settings.headShare) * 100)} %</output>
          </label>
          <input
            id="head-share"
            name="headShare"
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={settings.headShare}
            disabled={!ends}
            {...invalid("headShare", errors)}
            onInput={({ currentTarget }) => set({ headShare: currentTarget.value })}
          />
          <FieldError id="headShare-error" names={["headShare"]} errors={errors} />
          <details class="more" open={inChars || undefined}>
            <summary>Ends in chars</summary>
            <div class="limits">
              {(["headChars", "tailChars"] as const).map((name) => (
                <NumberField
                  key={name}
                  name={name}
                  label={name === "headChars" ? "Most chars of the head" : "Most chars of the tail"}
                  unit={name === "headChars" ? "head" : "tail"}
                  value={settings[name]}
                  errors={errors}
                  describedBy="ends-error"
                  onType={(value) => set({ [name]: value })}
                />
              ))}
            </div>
            <FieldError id="ends-error" names={["headChars", "tailChars"]} errors={errors} />
          </details>
        </div>
        <Segments
          legend="Cut between"
          name="snap"
          value={settings.snap}
          choices={[
            ["char", "chars"],
            ["grapheme", "graphemes"],
            ["line", "lines"],
          ]}
          onChoose={(snap) => set({ snap })}
        />
        <fieldset class="field">
          <legend>
            By what it is <span class="aside">{followed(model)}</span>
          </legend>
          <div class="checks">
            <Check name="json" checked={settings.json} onCheck={(json) => set({ json })}>
              Keep JSON valid
            </Check>
            <RescueOptions settings={settings} errors={errors} set={set} />
            <CleanOptions settings={settings} set={set} />
          </div>
        </fieldset>
        <MarkerField settings={settings} errors={errors} set={set} />
        <Check name="trimEnd" checked={settings.trimEnd} onCheck={(trimEnd) => set({ trimEnd })}>
          Drop white space before the marker
        </Check>
      </form>
    </section>
  );
}

/** Whether rescue, cleaning and JSON still follow the text. */
function followed(model: OutputModel): string {
  const chosen = model.chosen.value.size;
  if (chosen === 0) return "follows the text";
  return chosen < 3 ? "follows the text in part" : "as you chose";
}

function PresetField({ model }: { model: OutputModel }) {
  const last = presetNamed(model.preset.value);
  const changed = last !== undefined && !isPreset(model.settings.value, last);
  return (
    <div class="field">
      <label for="preset">Preset</label>
      <select
        id="preset"
        name="preset"
        value={changed ? "changed" : (last?.name ?? "")}
        onChange={({ currentTarget }) => model.choosePreset(currentTarget.value)}
      >
        <option value="">none</option>
        {PRESETS.map(({ name, about }) => (
          <option key={name} value={name}>
            {name}: {about}
          </option>
        ))}
        {changed && (
          <option value="changed" disabled>
            {last.name}, changed
          </option>
        )}
      </select>
    </div>
  );
}
