/** The tab of conversations. */
export function ConversationTab() {
  return <p>Not there yet.</p>;
}
