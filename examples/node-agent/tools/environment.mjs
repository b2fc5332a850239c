/**
 * The environment of commands: nothing of ours but the path, so that no key is visible to them.
 *
 * @param {string} folder
 * @returns {Record<string, string>}
 */
export function environmentOf(folder) {
  const { PATH = "", SystemRoot = "" } = process.env;
  return {
    PATH,
    // Windows starts nothing without it.
    ...(SystemRoot && { SystemRoot }),
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Node agent",
    GIT_AUTHOR_EMAIL: "agent@example.invalid",
    GIT_COMMITTER_NAME: "Node agent",
    GIT_COMMITTER_EMAIL: "agent@example.invalid",
    GIT_TERMINAL_PROMPT: "0",
    NO_COLOR: "1",
  };
}
