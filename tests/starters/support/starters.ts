import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { startCommand } from '../../samples/support/run-command.ts';
import { compileCsharp, hasDotnet, runCsharp } from '../../support/dotnet/dotnet.ts';
import { freePort } from '../../../src/sandbox/grade/free-port.ts';
import { environment, projectRoot } from '../../support/project-copy.ts';
import { testFolder } from '../../support/test-folder.ts';
import { credentials, startPlatform } from './platform.ts';

/** A starter, with the command that runs its programs from its folder. */
export interface Starter {
  language: string;
  label: string;
  folder: string;
  run: (program: string) => [command: string, ...options: string[]];
  steps: string;
  /** The program in `tests/starters/drivers` that uses the starter's files, by name without its extension. */
  driver: (name: string) => string;
}

type Run = Starter['run'];

/** Debian's interpreter. A different one on the path may lack its packages. */
export const python = '/usr/bin/python3';

const driverAt = (file: string) => join(projectRoot, 'tests/starters/drivers', file);

const starter = (language: string, label: string, name: string, run: Run, steps: string) => ({
  ...{ language, label, run, steps },
  driver: (program: string) => drivers[language]?.(program) ?? driverAt(`${program}.${language}`),
  folder: join(projectRoot, 'starters', name),
});

const js: Run = (program) => [process.execPath, program];
const py: Run = (program) => [python, '-B', program];
const php: Run = (program) => ['php', program];
/** The class path includes the driver, schema.sql, and Debian's SQLite JDBC driver. */
const java: Run = (program) => {
  const classPath = [compiledJava(), join(projectRoot, 'starters'), '/usr/share/java/sqlite-jdbc.jar'];
  return ['java', '-XX:TieredStopAtLevel=1', '-cp', classPath.join(':'), program];
};
const csharp: Run = (program) => runCsharp(join(compiledCsharp(), program));

/** Drivers whose path isn't their name with the language as its extension. */
const drivers: Readonly<Record<string, Starter['driver']>> = {
  js: (name) => driverAt(`${name}.mjs`),
  python: (name) => driverAt(`${name}.py`),
  java: (name) => name.charAt(0).toUpperCase() + name.slice(1),
  csharp: (name) => `${name}.dll`,
};

export const starters: readonly Starter[] = [
  starter('js', 'JavaScript', 'javascript', js, 'steps.js'),
  starter('python', 'Python', 'python', py, 'steps.py'),
  starter('php', 'PHP', 'php', php, 'steps.php'),
  starter('java', 'Java', 'java', java, 'Steps'),
  starter('csharp', 'C#', 'csharp', csharp, 'steps.dll'),
];

/** The program of the quickstart page, which needs no starter. */
export const quickstart = {
  label: 'The quickstart',
  folder: projectRoot,
  run: js,
  steps: 'public/programs/quickstart.mjs',
};

/** True if the nightly languages are tested. */
export const isNightly = process.env['NIGHTLY'] !== undefined;

/** The first two starters are tested daily. Only they have recipes and a refresh queue. */
export const dailyStarters = starters.slice(0, 2);
/** The starters to test. C#, the last one, needs .NET. */
export const testedStarters = isNightly ? starters.slice(2, hasDotnet ? 5 : 4) : dailyStarters;

/** Compiles the tested starters before the sandbox starts, because compiling blocks this process. */
export function compileStarters(): void {
  if (isNightly) compiledJava();
  if (isNightly && hasDotnet) compiledCsharp();
}

/** Returns a folder that is filled before its first use. It's removed after the tests. */
function lazyFolder(prefix: string, fill: (folder: string) => void): () => string {
  let folder: string | undefined;
  return () => {
    if (folder !== undefined) return folder;
    const created = mkdtempSync(join(tmpdir(), prefix));
    process.on('exit', () => rmSync(created, { recursive: true }));
    fill(created);
    return (folder = created);
  };
}

/** The compiled Java starter. Compiler warnings are errors. */
const compiledJava = lazyFolder('starter-java-', (folder) => {
  const sources = globSync([join(projectRoot, 'starters/java/*.java'), driverAt('*.java')]);
  const options = ['-Xlint:all', '-Werror', '--release', '17', '-d', folder];
  execFileSync('javac', [...options, ...sources], { stdio: ['ignore', 'inherit', 'inherit'] });
});

const compiledCsharp = lazyFolder('starter-csharp-', (folder) => {
  const sources = (pattern: string) => globSync(join(projectRoot, 'starters/csharp', pattern));
  compileCsharp({
    [join(folder, 'steps.dll')]: sources('*.cs'),
    [join(folder, 'driver.dll')]: [driverAt('driver.cs'), ...sources('!(Steps).cs')],
    [join(folder, 'receive.dll')]: [driverAt('receive.cs'), ...sources('!(Steps).cs')],
  });
});

/** A program's settings for a platform, with a folder and a port of its own. */
export const settingsFor = async (context: TestContext, url: string, port?: number) => ({
  PLATFORM_URL: url,
  DATA_DIR: join(testFolder(context), 'data'),
  PROVIDER_KEY: 'sandbox-nl',
  WEBHOOK_PORT: String(port ?? (await freePort())),
  WEBHOOK_PATH: '/webhooks',
});

/** Starts a sandbox that sends events. Also returns settings for a program with its own receiver and folder. */
export async function platformFor(context: TestContext, options: Parameters<typeof startPlatform>[1] = {}) {
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/webhooks`;
  const platform = await startPlatform(context, { pace: 0, webhookUrl, ...options });
  const settings = await settingsFor(context, platform.url, port);
  return { ...platform, settings };
}

/** A starter's database with its tables, which are the same in all languages. It's closed after the test. */
export function databaseIn(context: TestContext, folder: string): DatabaseSync {
  const database = new DatabaseSync(`${folder}/bank.db`, { timeout: 5_000 });
  context.after(() => database.close());
  database.exec(readFileSync(join(projectRoot, 'starters/schema.sql'), 'utf8'));
  return database;
}

/** Starts a starter's program. */
export function start(
  { folder, run }: Pick<Starter, 'folder' | 'run'>,
  program: string,
  settings: Record<string, string>,
) {
  const [command, ...options] = run(program);
  const env = { ...environment, PYTHONUNBUFFERED: '1', ...credentials, ...settings };
  return startCommand(command, options, folder, env);
}
