// Ours, as soon as the package has it.

export async function tooltrim() {
  const name = "tooltrim";
  const { compactMessages, Compactor } = await import("tooltrim");
  if (compactMessages === undefined) return { name, skipped: "this build of tooltrim has no compactMessages" };
  const compact = (messages, { kind, size, share }) =>
    compactMessages(messages, {
      format: kind,
      window: { chars: size },
      triggerAt: 0,
      compactTo: share,
      minimumGain: 0,
    }).messages;
  const live =
    Compactor &&
    (({ kind, window }) => {
      const compactor = new Compactor({ format: kind, window: { chars: window } });
      return (history) => compactor.next(history).messages;
    });
  return { name, compact, live };
}
