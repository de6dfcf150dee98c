import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenApiDocument } from '../../contract/model.ts';
import { startSandbox } from '../server.ts';
import { freePort } from './free-port.ts';
import { watchMachine, type Machine } from './machine.ts';
import { startProgram, type Program } from './program.ts';
import { returned, type Call, type Evidence, type Recording, type Check, type Verdict } from './check.ts';
import { checks } from './checks/index.ts';
import { fileWithAccountNumber, secretIn, secretInFolder, UnreadableFile } from './secrets.ts';
import { play } from './scenario.ts';
import { parseSummary, summarize } from './totals.ts';

/** The time limit in seconds for reaching a check's trigger, or for the whole check if it has no limit of its own. */
const TIME_LIMIT = 30;
/** After this many milliseconds without a request, a program is considered idle and is stopped. */
const QUIET = 8_000;
/** How many times as long a program has while the machine is busy. */
const BUSY_FACTOR = 5;
/** How many checks run at once even on a busy machine. */
const FEWEST_AT_ONCE = 2 * availableParallelism();
/** How an idle program ended. It hasn't failed, because it may be a server. */
const WAS_IDLE = 'kept running without a request';

/** The options for grading a program. */
export interface GradeOptions {
  command: readonly string[];
  /** The names of the checks to grade. If empty, all checks are graded. */
  only: readonly string[];
  json: boolean;
  /** If true, a check that the program never reached doesn't make the run fail. */
  allowNotSeen: boolean;
  junit: string | undefined;
}

const resultNames = ['pass', 'fail', 'not seen', 'not graded'] as const;

interface Result {
  check: string;
  result: (typeof resultNames)[number];
  page: string;
  why?: string;
}

/** Runs a program once per check, in several sandboxes at once, and prints the results. Returns the exit code. */
export async function grade(document: OpenApiDocument, options: GradeOptions): Promise<number> {
  const { command, only, json, junit, allowNotSeen } = options;
  const unknown = only.filter((name) => !(name in checks));
  if (unknown.length > 0)
    stop(`Unknown check: ${unknown.join(', ')}. Checks: ${Object.keys(checks).join(', ')}.`, 2);
  const folder = mkdtempSync(join(tmpdir(), 'grade-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop(`Stopped by ${signal}.`, 130));

  const results: Result[] = [];
  const failing = new Set(allowNotSeen ? ['fail'] : ['fail', 'not seen']);
  // A run that is stopped also leaves its results.
  const save = () => {
    if (junit === undefined) return;
    mkdirSync(dirname(junit), { recursive: true });
    writeFileSync(junit, junitOf(results, failing));
  };
  let isBroken = true;
  const machine = watchMachine();
  let running = 0;
  // Start the checks with the longest limits first, so that all other checks run in the meantime.
  const waiting = Object.keys(checks)
    .filter((name) => only.length === 0 || only.includes(name))
    .sort((a, b) => (checks[b]?.limit ?? 0) - (checks[a]?.limit ?? 0))
    .values();
  const worker = async () => {
    for (const name of waiting) {
      // Each check also makes the machine busier.
      while (running >= FEWEST_AT_ONCE && machine.isBusy(1_000)) await sleep(100);
      running += 1;
      const graded = await runCheck(document, name, command, join(folder, name), machine);
      running -= 1;
      const { silent, hasFailed, ...result } = graded;
      if (silent !== undefined && results.length === 0) {
        results.push({ ...result, result: 'fail', why: silent });
        save();
        stop(silent, 1);
      }
      isBroken &&= hasFailed;
      results.push(result);
      save();
      console.log(json ? JSON.stringify(result) : lineOf(result));
    }
  };
  await Promise.all(Array.from({ length: 5 * availableParallelism() }, worker));

  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  if (!json) console.log(resultNames.map((name) => `${count(name)} ${name}`).join(', '));
  // In some checks, even a correct program ends with an error. A broken one fails in all.
  const hasFailed = results.some(({ result }) => failing.has(result));
  const isUseless = isBroken && only.length === 0;
  if (isUseless) console.error('The program failed in every check.');
  if (count('pass') === 0) console.error('No check passed.');
  if (!allowNotSeen && count('not seen') > 0)
    console.error('A check that is not seen fails the run. To allow such checks, use --allow-not-seen.');
  return hasFailed || count('pass') === 0 || isUseless ? 1 : 0;
}

/** Ends this process and all programs that it started. */
function stop(reason: string, code: number) {
  console.error(reason);
  process.exit(code);
}

/** Runs the program against its own sandbox. `silent` says how the program ended if it sent no request. */
async function runCheck(
  document: OpenApiDocument,
  name: string,
  command: readonly string[],
  folder: string,
  machine: Machine,
) {
  const check = checks[name]!;
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/webhooks`;
  const settings = { port: 0, empty: true, pace: 0, consentGiven: true, webhookUrl };
  const started = await startSandbox(document, settings);
  const { server, sandbox } = started;
  const { origin, clientId, clientSecret } = sandbox.settings;
  const failures: string[] = [];
  const expected = summarize({ accounts: [], transactions: [] });
  const recording: Recording = { calls: [], deliveries: [], expected };
  sandbox.log.deliveries = recording.deliveries;
  await play(started, check.steps ?? [], (message) => void failures.push(message), recording);
  let leak: string | undefined;
  const printed: Evidence['printed'][number][] = [];
  mkdirSync(folder);
  const env = {
    PLATFORM_URL: origin,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    EXTERNAL_USER_ID: `grade-${name}-${Date.now().toString(36)}`,
    WEBHOOK_PORT: String(port),
    WEBHOOK_PATH: '/webhooks',
    DATA_DIR: folder,
    // Without this variable, Python buffers what it prints to a pipe.
    PYTHONUNBUFFERED: '1',
    ...check.env,
  };
  const program = startProgram(command, env, (line) => {
    leak ??= secretIn(sandbox, line, 'its output');
    const data = parseSummary(line);
    if (data) printed.push({ at: performance.now(), ...data });
  });
  await waitForEnd(program, check, recording, machine);
  server.close();
  server.closeAllConnections();

  const { problem, lastLine } = program;
  const lastWords = lastLine && ` Its last line is ${JSON.stringify(lastLine)}.`;
  const end = problem ? `The program ${problem}.${lastWords}` : '';
  const [failure] = failures;
  const leftFile = () => fileWithAccountNumber(sandbox, folder);
  const { lateness } = machine;
  const decide = (): Verdict => {
    leak ??= secretInFolder(sandbox, folder);
    return verdictOf(check, { ...recording, sandbox, printed, problem, leak, leftFile, lateness });
  };
  const verdict = failure ? (['not seen', failure] as const) : unlessUnreadable(decide);
  const [result, why] =
    typeof verdict === 'string'
      ? (['fail', `${verdict} The program should ${check.expects}.`] as const)
      : verdict || (['pass'] as const);
  return {
    ...{ check: name, result, page: check.page, hasFailed: problem !== undefined && problem !== WAS_IDLE },
    ...(why !== undefined && { why: `${why} ${end}`.trim() }),
    ...(recording.calls.length === 0 && {
      silent: `The program sent no request to PLATFORM_URL. ${end}`.trim(),
    }),
  };
}

function unlessUnreadable(decide: () => Verdict): Verdict {
  try {
    return decide();
  } catch (error) {
    if (error instanceof UnreadableFile) return ['not graded', error.message];
    throw error;
  }
}

/** Waits until a program has ended, or stops it once it's idle. */
async function waitForEnd(
  program: Program,
  { trigger, limit }: Check,
  { calls, deliveries }: Recording,
  machine: Machine,
) {
  let last = performance.now();
  let usedTime = 0;
  while (program.isRunning) {
    const now = performance.now();
    // A busy machine that has just become idle has held the program up until now.
    usedTime += (now - last) / (machine.isBusy(1_000) ? BUSY_FACTOR : 1);
    last = now;
    const firstCall = limit && calls.find(trigger);
    const isOver = firstCall ? now - firstCall.at > limit * 1_000 : usedTime > TIME_LIMIT * 1_000;
    const ends = [...calls, ...deliveries].map((exchange) => exchange.ended ?? now);
    const idleTime = calls.length > 0 ? Math.min(...ends.map((end) => now - end)) : 0;
    const isQuiet = idleTime > QUIET && (idleTime > BUSY_FACTOR * QUIET || !machine.isBusy(QUIET));
    if (isQuiet) await program.stop(WAS_IDLE);
    else if (isOver) await program.stop("didn't end in time");
    else await Promise.race([program.ended, sleep(50)]);
  }
  await program.ended;
}

function verdictOf(check: Check, evidence: Omit<Evidence, 'first' | 'repeats' | 'later'>): Verdict {
  const { calls } = evidence;
  const index = calls.findIndex(check.trigger);
  const [first, ...others] = index < 0 ? [] : calls.slice(index);
  // Once the user is removed, requests for data only check that it's gone.
  const { at: removed = Infinity } = calls.find(returned('deleteUser', 204)) ?? {};
  const later = others.filter(({ at, line }) => at < removed || !line.startsWith('GET '));
  if (!first) return ['not seen', 'The program never reached this step.'];
  const requestLine = ({ line, query }: Call) => `${line}?${query}`;
  return check.decide({
    ...evidence,
    first,
    repeats: later.filter((call) => requestLine(call) === requestLine(first)),
    later: (operationId) => later.filter((call) => (operationId ?? call.operationId) === call.operationId),
  });
}

const lineOf = ({ check, result, why, page }: Result) =>
  `${result.padEnd(10)} ${check}${why ? `: ${why}` : ''}${result === 'pass' ? '' : ` See ${page}`}`;

function junitOf(results: readonly Result[], failing: ReadonlySet<string>): string {
  const escaped = (text: string) =>
    text
      // XML can't contain these characters, not even escaped.
      .replaceAll(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '\uFFFD')
      .replaceAll(/[^\w ./:,-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
  const cases = results.map(({ check, result, page, why = '' }) => {
    const element = failing.has(result) ? 'failure' : 'skipped';
    const outcome = result === 'pass' ? '' : `<${element} message="${escaped(`${why} See ${page}`)}"/>`;
    return `  <testcase classname="grade" name="${check}">${outcome}</testcase>\n`;
  });
  const failures = results.filter(({ result }) => failing.has(result)).length;
  const counts = `tests="${results.length}" failures="${failures}"`;
  return `<testsuite name="grade" ${counts}>\n${cases.join('')}</testsuite>\n`;
}
