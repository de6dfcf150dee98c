import process from 'node:process';

/*
 * Runs before other commands, on any Node: stops with the fix if it isn't the Node that the package "node" installs.
 * Without install scripts, npm leaves that package empty.
 */
const { node } = process.versions;
if (Number.parseInt(node) < 24) {
  process.stderr.write(
    `This is Node ${node}, and the project needs 24, which the install script of the package "node" downloads. ` +
      'Run `npm rebuild node --ignore-scripts=false`, or use Node 24.\n',
  );
  process.exitCode = 1;
}
