import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environments } from '../../config/samples.ts';
import type { OpenApiDocument } from '../../contract/model.ts';
import { startSandbox } from '../server.ts';
import { startProgram, type Program } from './program.ts';
import { record, type Recording } from './record.ts';
import type { Call, Evidence, Row, Verdict } from './row.ts';
import { rows } from './rows/index.ts';
import { totalsIn } from './totals.ts';

/** Seconds that a program has for a row, until the row's own limit begins. */
const LIMIT = 30;
/** A program that has sent nothing for so many milliseconds waits for something that doesn't come in its row. */
const QUIET = 8_000;
/** Requests that a program may send in a row. */
const MOST_CALLS = 2_000;

/** How to grade a program. */
export interface GradeOptions {
  command: readonly string[];
  /** Names of rows. Without them, all rows are graded. */
  only: readonly string[];
  json: boolean;
  junit?: string;
}

interface Result {
  row: string;
  result: 'pass' | 'fail' | 'not seen' | 'not graded';
  page: string;
  why?: string;
}

/**
 * Runs a program once per row, in several sandboxes at once, and prints the results.
 *
 * @returns The exit code: 0 if no row failed, 1 if one did, 2 if there was nothing to grade, 130 after Ctrl-C.
 */
export async function grade(document: OpenApiDocument, options: GradeOptions): Promise<number> {
  const { command, only, json, junit } = options;
  const unknown = only.filter((name) => !(name in rows));
  if (unknown.length > 0) {
    console.error(`There is no row ${unknown.join(', ')}. Rows: ${Object.keys(rows).join(', ')}.`);
    return 2;
  }
  const programs = new Set<Program>();
  const results: Result[] = [];
  let stopped: number | undefined;
  const stop = (reason: string, code: number) => {
    if (stopped === undefined) console.error(reason);
    stopped ??= code;
    for (const program of programs) void program.stop('');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop(`Stopped by ${signal}.`, 130));

  // Rows with the longest limits come first, so that the others run meanwhile.
  const waiting = Object.entries(rows)
    .filter(([name]) => only.length === 0 || only.includes(name))
    .sort(([, a], [, b]) => (b.limit ?? 0) - (a.limit ?? 0));
  const work = async () => {
    for (let next; stopped === undefined && (next = waiting.shift());) {
      const { result, silent } = await run(document, next, command, programs);
      if (silent !== undefined && results.length === 0) stop(silent, 2);
      if (stopped !== undefined) return;
      results.push(result);
      console.log(json ? JSON.stringify(result) : lineOf(result));
    }
  };
  await Promise.all(Array.from({ length: 5 * availableParallelism() }, work));
  if (stopped !== undefined) return stopped;

  if (junit !== undefined) writeFileSync(junit, junitOf(results));
  const count = (wanted: string) => `${results.filter(({ result }) => result === wanted).length} ${wanted}`;
  if (!json) console.log(['pass', 'fail', 'not seen', 'not graded'].map(count).join(', '));
  return results.some(({ result }) => result === 'fail') ? 1 : 0;
}

/** Runs the program against a sandbox of its own. `silent` says how it ended without a request. */
async function run(
  document: OpenApiDocument,
  [name, row]: [string, Row],
  command: readonly string[],
  programs: Set<Program>,
): Promise<{ result: Result; silent: string | undefined }> {
  const { clientId, clientSecret } = environments.sandbox;
  const credentials = { clientId, clientSecret, tokenLifetime: 3600 };
  const started = await startSandbox(document, {
    ...{ port: 0, story: false, pace: 0, consentGiven: true, ...credentials },
  });
  const { server, sandbox } = started;
  const port = await freePort();
  const failed: string[] = [];
  const fail = (message: string) => void failed.push(message);
  const receiver = `http://127.0.0.1:${port}/webhooks`;
  const recording = await record(started, row.steps ?? [], fail, receiver);
  const folder = mkdtempSync(join(tmpdir(), 'grade-'));
  const printed: { at: number; totals: string }[] = [];
  const env = {
    PLATFORM_URL: sandbox.settings.origin,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    EXTERNAL_USER_ID: `grade-${name}-${Date.now().toString(36)}`,
    WEBHOOK_PORT: String(port),
    WEBHOOK_PATH: '/webhooks',
    DATA_DIR: folder,
    // Python keeps back what it prints to a pipe.
    PYTHONUNBUFFERED: '1',
  };
  const program = startProgram(command, env, (line) => {
    const totals = totalsIn(line);
    if (totals !== undefined) printed.push({ at: performance.now(), totals });
  });
  programs.add(program);
  try {
    await ended(program, row, recording);
    const { problem, lastLine } = program;
    const end = problem ? `The program ${problem}. Its last line is ${JSON.stringify(lastLine)}.` : '';
    const evidence = { ...recording, sandbox, printed, problem };
    const verdict = failed[0] === undefined ? decide(row, evidence) : { notSeen: failed[0] };
    const isSilent = recording.calls.length === 0;
    return {
      result: resultOf(name, row, verdict, end),
      silent: isSilent ? `The program sent no request to PLATFORM_URL. ${end}` : undefined,
    };
  } finally {
    programs.delete(program);
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until a program has ended, or ends it once it does nothing more. */
async function ended(program: Program, { trigger, limit }: Row, recording: Recording) {
  const start = performance.now();
  while (program.isRunning) {
    const { calls, active } = recording;
    const now = performance.now();
    const first = limit === undefined ? undefined : calls.find(trigger);
    const isOver = first ? now - first.at > limit! * 1_000 : now - start > LIMIT * 1_000;
    const isQuiet =
      now - active > QUIET && calls.length > 0 && calls.every((call) => call.ended !== undefined);
    if (calls.length > MOST_CALLS) await program.stop(`sent more than ${MOST_CALLS} requests`);
    else if (isQuiet) await program.stop('ran on without a request');
    else if (isOver) await program.stop("didn't end in time");
    else await Promise.race([program.ended, sleep(50)]);
  }
  await program.ended;
}

function decide(row: Row, evidence: Omit<Evidence, 'first' | 'repeats' | 'later'>): Verdict {
  const { calls } = evidence;
  const index = calls.findIndex(row.trigger);
  const first = calls[index];
  if (!first) return { notSeen: 'The program never came to this.' };
  const rest = calls.slice(index + 1);
  const text = ({ line, query }: Call) => `${line}?${query}`;
  return row.decide({
    ...evidence,
    first,
    repeats: rest.filter((call) => text(call) === text(first)),
    later: (operationId) => rest.filter((call) => (operationId ?? call.operationId) === call.operationId),
  });
}

function resultOf(row: string, { page }: Row, verdict: Verdict, end: string): Result {
  if (verdict === undefined) return { row, result: 'pass', page };
  if (typeof verdict === 'string') return { row, result: 'fail', page, why: `${verdict} ${end}`.trim() };
  return 'notSeen' in verdict
    ? { row, result: 'not seen', page, why: `${verdict.notSeen} ${end}`.trim() }
    : { row, result: 'not graded', page, why: verdict.notGraded };
}

/** A result for people. */
const lineOf = ({ row, result, why, page }: Result) =>
  `${result.padEnd(10)} ${row}${why ? `: ${why}` : ''}${result === 'fail' ? ` See ${page}` : ''}`;

/** The results in the format of JUnit, which CI systems read. */
function junitOf(results: readonly Result[]): string {
  const escaped = (text: string) => text.replaceAll(/[^\w ./:,-]/g, (sign) => `&#${sign.codePointAt(0)};`);
  const cases = results.map(({ row, result, page, why = '' }) => {
    const element = { pass: '', fail: 'failure' }[result as string] ?? 'skipped';
    const inside = element && `<${element} message="${escaped(`${why} See ${page}`)}"/>`;
    return `  <testcase classname="grade" name="${row}">${inside}</testcase>\n`;
  });
  const failures = results.filter(({ result }) => result === 'fail').length;
  const counts = `tests="${results.length}" failures="${failures}"`;
  return `<testsuite name="grade" ${counts}>\n${cases.join('')}</testsuite>\n`;
}

/** A free port below those that the operating system gives to outgoing connections. */
async function freePort(): Promise<number> {
  const probe = createServer();
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const isFree = await once(probe.listen(port, '127.0.0.1'), 'listening').then(Boolean, () => false);
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
