/** Receiver of lines that arrive in pieces. */
export interface LineTaker {
  push(bytes: Buffer): Promise<void> | void;
  end(): Promise<void> | void;
}

const LINE_FEED = 0x0a;

/** Reads a stream by line, in pieces. `next` makes the taker of a line; `cut` ends that of an unfinished last line. */
export async function readLines(
  stream: AsyncIterable<Buffer>,
  next: () => LineTaker,
  cut: (taker: LineTaker) => Promise<void> | void,
): Promise<void> {
  let [taker, isOpen] = [next(), false];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      if (end > start) await taker.push(chunk.subarray(start, end));
      await taker.end();
      start = end + 1;
      [taker, isOpen] = [next(), false];
    }
    if (start < chunk.length) {
      await taker.push(start === 0 ? chunk : chunk.subarray(start));
      isOpen = true;
    }
  }
  if (isOpen) await cut(taker);
}
