/** Reads the command line with `readOptions`; prints `usage` and exits on `--help` and on errors. */
export function optionsOrExit(readOptions, usage) {
  try {
    const options = readOptions(process.argv.slice(2));
    if (!options.help) return options;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`eval: ${error.message}\n${usage}`);
    process.exit(2);
  }
}
