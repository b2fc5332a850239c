// Which exchanges are listed, chosen by hand.
import { CATEGORIES, CATEGORY_NAMES, grouped, RUNGS, rungCounts } from "tooltrim-view";
import { type Filter, isOn, NO_FILTER } from "./filter.js";
import { filter, filtered, report, rows } from "./state.js";

const set = (changed: Partial<Filter>) => {
  filter.value = { ...filter.peek(), ...changed };
};

export function Filters() {
  const { category, rung, failed, stale } = filter.value;
  const all = rows.value;
  const counts = rungCounts(report.value?.exchanges ?? []);
  const ofCategory = (name: string) => all.filter((row) => row.category === name).length;
  return (
    <form class="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      <select
        aria-label="Category"
        value={category}
        onChange={({ currentTarget }) => set({ category: currentTarget.value as Filter["category"] })}
      >
        <option value="">all categories</option>
        {CATEGORIES.map((name) => (
          <option key={name} value={name}>
            {CATEGORY_NAMES[name].toLowerCase()} ({grouped(ofCategory(name))})
          </option>
        ))}
      </select>
      <select
        aria-label="Rung"
        value={rung}
        onChange={({ currentTarget }) => set({ rung: currentTarget.value as Filter["rung"] })}
      >
        <option value="">all rungs</option>
        {RUNGS.map((name) => (
          <option key={name} value={name}>
            {name} ({grouped(counts[name])})
          </option>
        ))}
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={failed}
          onChange={({ currentTarget }) => set({ failed: currentTarget.checked })}
        />
        failed ({grouped(all.filter(({ isError }) => isError).length)})
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={stale}
          onChange={({ currentTarget }) => set({ stale: currentTarget.checked })}
        />
        out of date ({grouped(all.filter((row) => row.stale !== null).length)})
      </label>
      <p class="filters-note" role="status">
        {isOn(filter.value) ? `${grouped(filtered.value.length)} of ${grouped(all.length)} listed` : ""}
      </p>
      <button
        type="button"
        class="link"
        hidden={!isOn(filter.value)}
        onClick={() => {
          filter.value = NO_FILTER;
        }}
      >
        Show all
      </button>
    </form>
  );
}
