/** Returns the messages of a session with that many calls of tools, 5 kB each on average. */
export function longSession(calls?: number): unknown[];
