import { platformDocument } from './document.ts';
import { readOptions } from './options.ts';
import { startSandbox } from './server.ts';

const options = readOptions(process.argv.slice(2), process.env);

if ('help' in options) {
  console.log(options.help);
} else if ('mistakes' in options) {
  stop(options.mistakes);
} else {
  const { settings } = options;
  try {
    // The reader of the log may stop, as in `node sandbox.mjs | head -1`.
    process.stdout.on('error', () => undefined);
    const { sandbox } = await startSandbox(await platformDocument(), settings);
    sandbox.log.print = console.log;
    console.log(`The sandbox is at ${sandbox.settings.origin}.`);
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
