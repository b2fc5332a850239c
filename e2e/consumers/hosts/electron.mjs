// Electron: its npm package only downloads the binary from GitHub when it is installed, and no npm package holds one.
// e2e/vscode has the tests in the hosts of VS Code.

export const slow = () => [
  {
    name: "Electron",
    missing: () => "its binary is not an npm package, and install scripts that download one are not run here",
  },
];
