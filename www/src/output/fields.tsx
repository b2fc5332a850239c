// Controls of the form, each with its label and its error.
import type { ComponentChildren } from "preact";
import type { Outcome } from "./engine.js";

/** The fields an error is about; it is shown at the first. */
export interface FieldErrors {
  readonly message: string;
  readonly fields: readonly string[];
}

/** A message begins with the option's name. */
export function errorsOf(outcome: Outcome | undefined): FieldErrors {
  if (!outcome || !("code" in outcome)) return { message: "", fields: [] };
  const { code, message } = outcome;
  const option = /^[\w.]+/.exec(message)?.[0] ?? "";
  const limit = /more than (max\w+)/.exec(message)?.[1] ?? "maxChars";
  return { message, fields: code === "MARKER_TOO_LONG" ? ["marker", limit] : [option] };
}

/** Attributes of a control that may be wrong. */
export function invalid(name: string, errors: FieldErrors, describedBy = `${name}-error`) {
  return { "aria-invalid": errors.fields.includes(name) ? true : undefined, "aria-describedby": describedBy };
}

/** The error, if it is about one of these. It stays in the page, so that a screen reader hears it change. */
export function FieldError({ id, names, errors }: { id: string; names: readonly string[]; errors: FieldErrors }) {
  const own = names.includes(errors.fields[0] ?? "");
  return (
    <p class="error" id={id} role="alert">
      {own ? errors.message : ""}
    </p>
  );
}

interface SegmentsProps {
  readonly legend: string;
  readonly name: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
  readonly kind?: string;
  /** Only for those who listen. */
  readonly quiet?: boolean;
}

/** Radio buttons in a row. */
export function Segments({ legend, name, value, choices, onChoose, kind = "", quiet = false }: SegmentsProps) {
  return (
    <fieldset class="field" aria-label={quiet ? legend : undefined}>
      {!quiet && <legend>{legend}</legend>}
      <div class={`segments ${kind}`}>
        {choices.map(([choice, label]) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => onChoose(choice)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface CheckProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

export function Check({ name, checked, onCheck, children }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        id={name}
        name={name}
        checked={checked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />{" "}
      <span>{children}</span>
    </label>
  );
}

interface NumberProps {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly errors: FieldErrors;
  readonly describedBy: string;
  readonly onType: (value: string) => void;
}

/** A number with its unit in the field. What is typed stays, also when it is none. */
export function NumberField({ name, label, unit, value, placeholder, errors, describedBy, onType }: NumberProps) {
  return (
    <label class="number">
      <input
        type="text"
        inputMode="numeric"
        name={name}
        aria-label={label}
        style={{ "--unit": `${unit.length * 0.5 + 0.9}rem` }}
        value={value}
        placeholder={placeholder}
        {...invalid(name, errors, describedBy)}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
      <span aria-hidden="true">{unit}</span>
    </label>
  );
}
