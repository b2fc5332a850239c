// All exchanges: the overview, the list, and the one that is looked into.
import { Detail } from "./detail.js";
import { Filters } from "./filters.js";
import { List } from "./list.js";
import { isPending } from "./state.js";
import { Lanes, Strip } from "./strip.js";

export function Timeline() {
  return (
    <section class="pane timeline" aria-labelledby="timeline-title" aria-busy={isPending.value}>
      <div class="pane-head">
        <h2 id="timeline-title">Exchanges</h2>
        <Filters />
      </div>
      <div class="strip-frame">
        <Lanes />
        <div class="strip-body">
          <Strip />
        </div>
      </div>
      <div class="timeline-body">
        <List />
        <Detail />
      </div>
    </section>
  );
}
