/** The tab that compares. */
export function CompareTab() {
  return <p>Not there yet.</p>;
}
