// Ours, as soon as the package has it.

/** As the playground calls it, too: one step to this share of the size. */
export const stepTo = ({ kind, size, share }) => ({
  format: kind,
  window: { chars: size },
  triggerAt: 0,
  compactTo: share,
  minimumGain: 0,
});

export async function tooltrim() {
  const name = "tooltrim";
  const { compactMessages, Compactor } = await import("tooltrim");
  if (compactMessages === undefined) return { name, skipped: "this build of tooltrim has no compactMessages" };
  const compact = (messages, given) => compactMessages(messages, stepTo(given)).messages;
  const live =
    Compactor &&
    (({ kind, window }) => {
      const compactor = new Compactor({ format: kind, window: { chars: window } });
      return (history) => compactor.next(history).messages;
    });
  return { name, compact, live };
}
