/** Ways to let others run in between. */
export const pauses: readonly (() => Promise<unknown>)[] = [
  () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5)),
  () => new Promise((resolve) => setImmediate(resolve)),
  () => new Promise<void>((resolve) => queueMicrotask(resolve)),
  () => new Promise<void>((resolve) => process.nextTick(resolve)),
  () => Promise.resolve(),
  () => Promise.race([new Promise((resolve) => setTimeout(resolve, 2)), new Promise(setImmediate)]),
  // biome-ignore lint/suspicious/noThenProperty: another library's promise
  async () => ({ then: (resolve: (value: number) => void) => setTimeout(resolve, 1) }),
];
