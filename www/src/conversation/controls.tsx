// The options of the compaction.
import { budget, compact } from "tooltrim-view";
import { DEFAULTS, type Settings, STEP, stopOf, stopsOf, WHEN_FULL, WINDOWS, windowOf } from "./settings.js";
import { opened, options, settings, stepError } from "./state.js";

const set = (changed: Partial<Settings>) => {
  settings.value = { ...settings.peek(), ...changed };
};

export function Controls() {
  return (
    <section class="options conversation-options" aria-labelledby="conversation-options-title">
      <h2 id="conversation-options-title" class="unseen">
        Options
      </h2>
      <form autocomplete="off" noValidate onSubmit={(event) => event.preventDefault()}>
        <Window />
        <Style />
        <Target />
        <Advanced />
        <p class="error" id="conversation-error" role="alert">
          {stepError.value}
        </p>
      </form>
    </section>
  );
}

function Window() {
  const { window, unit } = settings.value;
  const now = opened.value;
  const size = window === "session" ? (now ? String(windowOf(settings.value, now.known)) : "") : window;
  const stops = stopsOf(unit);
  const pick = (value: string, to: Settings["unit"]) => set({ window: value, unit: to });
  return (
    <div class="field">
      <label for="window">Window</label>
      <div class="joined">
        <input
          id="window"
          type="text"
          inputMode="numeric"
          value={size}
          aria-invalid={stepError.value.startsWith("window") || undefined}
          aria-describedby="conversation-error"
          onInput={({ currentTarget }) => set({ window: currentTarget.value })}
        />
        <select
          aria-label="Unit of the window"
          value={unit}
          onChange={({ currentTarget }) => set({ unit: currentTarget.value as Settings["unit"] })}
        >
          <option value="tokens">tokens (est.)</option>
          <option value="chars">chars</option>
        </select>
      </div>
      <input
        type="range"
        aria-label="Window on a slider"
        min="0"
        max={stops.length - 1}
        value={stopOf(unit, Number(size) || 0)}
        aria-valuetext={`${size} ${unit}`}
        onInput={({ currentTarget }) => set({ window: String(stops[Number(currentTarget.value)]) })}
      />
      <div class="presets">
        <button type="button" class="chip" aria-pressed={window === "session"} onClick={() => pick("session", unit)}>
          this session
        </button>
        {WINDOWS.map((tokens) => (
          <button
            key={tokens}
            type="button"
            class="chip"
            aria-pressed={unit === "tokens" && window === String(tokens)}
            onClick={() => pick(String(tokens), "tokens")}
          >
            {compact(tokens).replace("K", "k")}
            <span class="unseen"> tokens</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function Target() {
  const { share } = settings.value;
  const { window } = options.value ?? {};
  const size = window && (window.tokens ?? window.chars);
  const target = size === undefined || Number.isNaN(size) ? "" : Math.floor((size * share) / 100);
  const told =
    target === "" ? `${share} %` : `${share} %, ${budget(window?.tokens ? { tokens: target } : { chars: target })}`;
  return (
    <div class="field target-field">
      <label for="target">
        Compact to <output for="target">{told}</output>
      </label>
      <div class="target">
        <input
          id="target"
          type="range"
          min={STEP}
          max="100"
          step={STEP}
          value={share}
          aria-valuetext={told}
          onInput={({ currentTarget }) => set({ share: Number(currentTarget.value) })}
        />
        <input
          type="text"
          inputMode="numeric"
          aria-label="Target in percent of the window"
          value={share}
          onInput={({ currentTarget }) => {
            const percent = Math.round(Number(currentTarget.value));
            if (percent >= 1 && percent <= 100) set({ share: percent });
          }}
          // What is no share leaves the field with it.
          onBlur={({ currentTarget }) => {
            currentTarget.value = String(settings.peek().share);
          }}
        />
      </div>
    </div>
  );
}

function Style() {
  const { style } = settings.value;
  const choices = [
    ["mask", "facts in place"],
    ["summary", "a summary"],
  ] as const;
  return (
    <fieldset class="field">
      <legend>Old results become</legend>
      <div class="segments">
        {choices.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="style"
              value={value}
              checked={style === value}
              onChange={() => set({ style: value })}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const WAYS: Readonly<Record<Settings["whenFull"], string>> = {
  send: "send them anyway",
  "drop-oldest": "shorten old texts of the user",
  summary: "summarise older exchanges",
  error: "throw an error",
};

function Advanced() {
  const { recent, whenFull, cacheRead, cacheWrite } = settings.value;
  const isChanged =
    recent !== "" ||
    whenFull !== DEFAULTS.whenFull ||
    cacheRead !== DEFAULTS.cacheRead ||
    cacheWrite !== DEFAULTS.cacheWrite;
  const price = (id: "cacheRead" | "cacheWrite", label: string, value: string) => (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        value={value}
        onInput={({ currentTarget }) => set({ [id]: currentTarget.value })}
      />
    </div>
  );
  return (
    <details class="advanced" open={isChanged || undefined}>
      <summary>Advanced</summary>
      <div class="field">
        <label for="recent">Recent calls to keep</label>
        <input
          id="recent"
          type="text"
          inputMode="numeric"
          placeholder="the last 6 while they fit"
          value={recent}
          onInput={({ currentTarget }) => set({ recent: currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for="when-full">If the messages cannot fit</label>
        <select
          id="when-full"
          value={whenFull}
          onChange={({ currentTarget }) => set({ whenFull: currentTarget.value as Settings["whenFull"] })}
        >
          {WHEN_FULL.map((way) => (
            <option key={way} value={way}>
              {WAYS[way]}
            </option>
          ))}
        </select>
      </div>
      <fieldset class="field">
        <legend>Price of a token, if a new one costs 1</legend>
        <div class="prices">
          {price("cacheRead", "from the cache", cacheRead)}
          {price("cacheWrite", "into the cache", cacheWrite)}
        </div>
      </fieldset>
    </details>
  );
}
