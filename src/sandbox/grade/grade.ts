import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environments } from '../../config/samples.ts';
import type { OpenApiDocument } from '../../contract/model.ts';
import { startSandbox } from '../server.ts';
import { startProgram, type Program } from './program.ts';
import { operationFinder, record, type Find, type Recording } from './record.ts';
import type { Call, Evidence, Printed, Row, Verdict } from './row.ts';
import { rows } from './rows/index.ts';
import { totalsIn } from './totals.ts';

/** Seconds that a program has for a row. */
const LIMIT = 30;
/** A program that has sent nothing for so many milliseconds waits for something that doesn't come in this row. */
const QUIET = 6_000;
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

/** The result of a row. */
export interface Result {
  row: string;
  result: 'pass' | 'fail' | 'not seen' | 'not graded';
  page: string;
  why?: string;
}

type NamedRow = Row & { name: string; page: string };

/**
 * Runs a program once per row, in several sandboxes at once, and prints the results.
 *
 * @returns The exit code: 0 if no row failed, 1 if one did, 2 if the program sent nothing, 130 after Ctrl-C.
 */
export async function grade(document: OpenApiDocument, options: GradeOptions): Promise<number> {
  const { command, only, json, junit } = options;
  const wanted: readonly NamedRow[] = rows.filter(({ name }) => only.length === 0 || only.includes(name));
  const programs = new Set<Program>();
  const results: Result[] = [];
  let code: number | undefined;
  let hasStarted = false;

  const stop = (reason: string, exitCode: number) => {
    if (code !== undefined) return;
    code = exitCode;
    console.error(reason);
    for (const program of programs) void program.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop(`Stopped by ${signal}.`, 130));

  const find = operationFinder(document);
  // Rows with the longest limits come first, so that the others run meanwhile.
  const waiting = [...wanted].sort((a, b) => (b.limit ?? LIMIT) - (a.limit ?? LIMIT));
  const work = async () => {
    for (let row; code === undefined && (row = waiting.shift());) {
      const { result, program, isSilent } = await run(document, find, row, command, programs);
      if (isSilent && !hasStarted)
        stop(
          `The program ${program.problem || 'ended'} without a request to PLATFORM_URL. ${said(program)}`,
          2,
        );
      if (code !== undefined) return;
      hasStarted ||= !isSilent;
      results.push(result);
      print(result, json);
    }
  };
  await Promise.all(Array.from({ length: Math.max(4, 4 * availableParallelism()) }, work));
  if (code !== undefined) return code;
  if (junit !== undefined) writeFileSync(junit, junitOf(results));
  const count = (wanted: Result['result']) => results.filter(({ result }) => result === wanted).length;
  if (!json)
    console.log(
      `${count('pass')} passed, ${count('fail')} failed, ${count('not seen')} not seen, ${count('not graded')} not graded.`,
    );
  return count('fail') === 0 ? 0 : 1;
}

/** Runs the program against a sandbox of its own, and decides about a row. */
async function run(
  document: OpenApiDocument,
  find: Find,
  row: NamedRow,
  command: readonly string[],
  programs: Set<Program>,
): Promise<{ result: Result; program: Program; isSilent: boolean }> {
  const { clientId, clientSecret } = environments.sandbox;
  const started = await startSandbox(document, {
    ...{ port: 0, story: false, clientId, clientSecret, tokenLifetime: 3600, pace: 0, consentGiven: true },
  });
  const { server, sandbox } = started;
  const port = await freePort();
  const path = '/webhooks';
  const problems: string[] = [];
  const recording = await record(started, find, row, `http://127.0.0.1:${port}${path}`, (message) =>
    problems.push(message),
  );
  const folder = mkdtempSync(join(tmpdir(), 'grade-'));
  const printed: Printed[] = [];
  const env = {
    PLATFORM_URL: sandbox.settings.origin,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    EXTERNAL_USER_ID: `grade-${row.name}-${Date.now().toString(36)}`,
    WEBHOOK_PORT: String(port),
    WEBHOOK_PATH: path,
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
    await ended(program, recording, row.limit ?? LIMIT);
    const evidence = { sandbox, printed, expected: undefined, ...recording, problem: program.problem };
    const verdict = problems[0] === undefined ? decide(row, evidence) : { notSeen: problems[0] };
    return { result: resultOf(row, verdict, program), program, isSilent: recording.calls.length === 0 };
  } finally {
    programs.delete(program);
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until a program has ended, or ends it once it does nothing more. */
async function ended(program: Program, recording: Recording, limit: number) {
  const start = performance.now();
  const isQuiet = (now: number) =>
    recording.calls.length > 0 &&
    now - recording.active > QUIET &&
    recording.calls.every((call) => call.ended !== undefined);
  while (program.isRunning) {
    const now = performance.now();
    if (recording.calls.length > MOST_CALLS)
      program.problem ??= `sent more than ${MOST_CALLS} requests, so it was stopped`;
    if (program.problem || now - start > limit * 1_000 || isQuiet(now)) await program.stop();
    else await Promise.race([program.ended, sleep(50)]);
  }
  await program.ended;
}

function decide(row: Row, evidence: Omit<Evidence, 'first' | 'repeats' | 'later'>): Verdict {
  const { calls } = evidence;
  const index = calls.findIndex(row.trigger);
  const first = calls[index];
  if (!first) return { notSeen: 'The program never got to this.' };
  const rest = calls.slice(index + 1);
  const text = ({ line, query }: Call) => `${line}?${query}`;
  return row.decide({
    ...evidence,
    first,
    repeats: rest.filter((call) => text(call) === text(first)),
    later: (operationId) =>
      rest.filter((call) => operationId === undefined || call.operationId === operationId),
  });
}

function resultOf({ name: row, page }: NamedRow, verdict: Verdict, program: Program): Result {
  if (verdict === undefined) return { row, result: 'pass', page };
  const end = program.problem ? ` The program ${program.problem}. ${said(program)}` : '';
  if (typeof verdict === 'string') return { row, result: 'fail', page, why: verdict + end };
  if ('notSeen' in verdict) return { row, result: 'not seen', page, why: verdict.notSeen + end };
  return { row, result: 'not graded', page, why: verdict.notGraded };
}

const said = ({ lastLine }: Program) => (lastLine ? `Its last line: ${lastLine}` : 'It printed nothing.');

/** Prints a result, as a line for people or for programs. */
function print(result: Result, isJson: boolean) {
  const { row, result: what, why, page } = result;
  if (isJson) console.log(JSON.stringify(result));
  else
    console.log(`${what.padEnd(10)} ${row}${why ? `: ${why}` : ''}${what === 'fail' ? ` See ${page}` : ''}`);
}

/** The results in the format of JUnit, which CI systems read. */
function junitOf(results: readonly Result[]): string {
  const escaped = (text: string) =>
    text.replaceAll(/[<>&"]|[^\P{Cc}\n\t]/gu, (sign) => (sign < ' ' ? '' : `&#${sign.charCodeAt(0)};`));
  const cases = results.map(({ row, result, page, why = '' }) => {
    const message = `message="${escaped(`${why} See ${page}`)}"`;
    const inside =
      result === 'pass' ? '' : result === 'fail' ? `<failure ${message}/>` : `<skipped ${message}/>`;
    return `  <testcase classname="grade" name="${row}">${inside}</testcase>\n`;
  });
  const failures = results.filter(({ result }) => result === 'fail').length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="grade" tests="${results.length}" failures="${failures}">\n${cases.join('')}</testsuite>\n`;
}

/** A free port below those that the operating system gives to outgoing connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
