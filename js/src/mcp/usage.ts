/** The text that `tooltrim mcp --help` prints. */
export const usage = `tooltrim mcp [options] -- <server command> [arguments]
tooltrim mcp [options] --url <https://host/mcp>

A proxy between an MCP client on stdio and a server: it bounds each result and passes everything else through
unchanged. The server is a child process, or with --url a streamable HTTP server.

  --max-chars <n>       chars of all texts in a result, at least 1000 (30000)
  --max-tokens <n>      estimated tokens of all texts in a result, at least 300; alone it sets --max-chars to 8 times as many
  --max-media <n>       chars of base64 in all images, audio and blobs of a result (4000000)
  --tool <name>=<n>     chars for the results of one tool; can be repeated
  --no-rescue           do not rescue error lines from the part that is cut
  --no-retrieve         store nothing, and add no tool
  --store-bytes <n>     bytes that the store holds (16777216)
  --url <url>           a streamable HTTP server, in place of a command
  --header <name: value>  a header for its requests; can be repeated
  --stats               print a table at the end, on stderr: calls and cuts by tool
  --log <file>          write reports and the table to a file instead of stderr
  --help                this text`;
