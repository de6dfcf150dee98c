import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { platformDocument } from './document.ts';
import { grade } from './grade/grade.ts';
import { readScenario } from './grade/scenario-file.ts';
import { play, type Step } from './grade/scenario.ts';
import { readOptions } from './options.ts';
import { startSandbox, type ServerSettings } from './server.ts';

// Ignore errors if a program stops reading the output, as in `node sandbox.mjs | head -1`.
process.stdout.on('error', () => undefined);
// Print the reason only. Otherwise, Node first prints the line that failed, which contains the whole bundle.
process.on('uncaughtException', (error: unknown) => {
  console.error((error as Error | null)?.stack || String(error));
  process.exit(1);
});
const options = readOptions(process.argv.slice(2), process.env);

if ('help' in options) {
  console.log(options.help);
} else if ('version' in options) {
  const { info } = await platformDocument();
  const digest = createHash('sha256')
    .update(readFileSync(new URL(import.meta.url)))
    .digest('hex');
  console.log(`${info.version} (SHA-256 ${digest})`);
} else if ('mistakes' in options) {
  stop(options.mistakes);
} else if ('grade' in options) {
  process.exitCode = await grade(await platformDocument(), options.grade);
} else {
  // As a container's first process, a program ignores signals that it doesn't handle. Close open connections, too.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
  const { settings, scenario } = options;
  const scenarioFile =
    scenario === undefined ? { steps: [] } : await readScenario(scenario, await platformDocument());
  if (Array.isArray(scenarioFile)) stop(scenarioFile);
  else await start({ ...scenarioFile.start, ...settings }, scenarioFile.steps);
}

async function start(settings: ServerSettings, steps: readonly Step[]) {
  try {
    const started = await startSandbox(await platformDocument(), settings);
    const { sandbox } = started;
    sandbox.log.print = console.log;
    console.log(`The sandbox is at ${sandbox.settings.origin}.`);
    if (steps.length > 0) await play(started, steps, console.error);
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException;
    if (syscall !== 'listen') throw error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `can't be used (${code})`;
    stop([`Port ${settings.port} ${reason}. Choose another: --port ${settings.port === 4010 ? 4011 : 4010}`]);
  }
}

function stop(reasons: readonly string[]) {
  for (const reason of reasons) console.error(reason);
  process.exitCode = 2;
}
