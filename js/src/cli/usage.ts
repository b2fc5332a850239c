/** A command line that makes no sense: the message names the field, the value and the rule. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

const mcp = `tooltrim mcp [options] -- <server command> [arguments]
tooltrim mcp [options] --url <https://host/mcp> [--port <number>]

Stands between an MCP client and a server, and bounds each result; all else passes as it is. With a command the server is a child
process, with --url a streamable HTTP server; with --port the proxy itself speaks HTTP, on 127.0.0.1.

  --max-chars <n>       chars of all texts of a result together, 1000 or more (30000)
  --max-tokens <n>      estimated tokens of them, 300 or more; with it alone --max-chars is 8 times as many
  --max-media <n>       chars of base64 in all images, sounds and blobs of a result together (4000000)
  --tool <name>=<n>     chars for the results of one tool; can be repeated
  --no-rescue           do not keep error lines out of what is cut
  --no-retrieve         keep nothing of what is cut, and add no tool that reads it
  --store-bytes <n>     bytes of it that are kept (16777216)
  --url <url>           a streamable HTTP server, in place of a command
  --header <name: value>  a header for its requests; can be repeated
  --port <n>            listen on 127.0.0.1 with this port, 0 for any; needs --url
  --paths <prefix>      with --port, serve these paths of the server's host too, such as /.well-known; can be repeated
  --token               with --port, serve only clients that send a secret, which is printed on stderr at the start
  --token-file <file>   the same with secrets of your own, one per line
  --stats               say at the end, on stderr, what was cut
  --log <file>          write what the proxy reports to a file, in place of stderr
  --help                this text`;

/** The text that `--help` prints. */
export const usage = {
  all: `tooltrim <command> [options]

  tooltrim mcp -- <server command>   bounds the results of an MCP server

  tooltrim <command> --help          the options of a command
  tooltrim --version                 the version

Exit codes: 0, 1 (bad input, or the server failed), 2 (bad usage).`,
  mcp,
};
