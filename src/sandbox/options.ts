import { parseArgs } from 'node:util';
import { environments } from '../config/samples.ts';
import type { GradeOptions } from './grade/grade.ts';
import { suggestion } from './reasons.ts';
import type { ServerSettings } from './server.ts';
import { isWebUrl } from './webhook.ts';

const { host, clientId, clientSecret } = environments.sandbox;
const { port: defaultPort } = new URL(host);

const help = `The sandbox of the financial data platform, on your own machine.

  --port <number>         Port on 127.0.0.1 (${defaultPort})
  --webhook-url <url>     Your receiver for "Transactions Fetched"
  --pace <milliseconds>   How long a consent or a job stays in each status (500)
  --consent-given         Give consent automatically, without a visit to consentUrl
  --stable-ids            Keep the IDs of accounts and transactions when a consent is renewed
  --empty                 Start without the end user and the data in the documentation's examples
  --scenario <file>       Play the steps in a JSON file; /scenario.schema.json in the documentation describes it
  -h, --help              Print this text
  -v, -V, --version       Print the date of the contracts and this file's SHA-256, as on the page "Downloads"

To grade your program, which runs once per check of the go-live checklist:

  node sandbox.mjs --grade [--only <check>] [--allow-not-seen] [--json] [--junit <file>] -- <command>

The program reads PLATFORM_URL, CLIENT_ID, CLIENT_SECRET, EXTERNAL_USER_ID, WEBHOOK_PORT, WEBHOOK_PATH, and DATA_DIR
(an empty folder) from its environment, connects this external user, refreshes the consent, and reads the data again. If
it prints its stored totals after each read and after the user's removal, the grader compares them with the bank's:

  {"totals": {"EUR": {"count": 30, "sum": "22037.66"}}}

The exit code is 1 if a check fails or the program never reaches it. With --allow-not-seen, the program may leave out
checks, such as those for a receiver that it doesn't have.

The sandbox accepts the credentials in CLIENT_ID and CLIENT_SECRET (${clientId}, ${clientSecret}).
Programs on this machine control it with calls under /sandbox/, listed on the documentation's page "Control the
sandbox": consents, jobs, bank data, events, tokens, the clock, and how requests fail. With this fault, a consent is
created, but the response is lost:

  curl ${host}/sandbox/faults --header 'Content-Type: application/json' \\
    --data '{"operationId": "createConsent", "drop": true, "effect": true}'

GET /sandbox/ready returns a 200 as soon as the sandbox accepts requests.
`;

const sandboxOptions = {
  port: { type: 'string' },
  'webhook-url': { type: 'string' },
  pace: { type: 'string' },
  'consent-given': { type: 'boolean' },
  'stable-ids': { type: 'boolean' },
  empty: { type: 'boolean' },
  scenario: { type: 'string' },
} as const;
const gradeOptions = {
  only: { type: 'string', multiple: true },
  'allow-not-seen': { type: 'boolean' },
  json: { type: 'boolean' },
  junit: { type: 'string' },
} as const;
const flags = {
  ...sandboxOptions,
  ...gradeOptions,
  grade: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  V: { type: 'boolean', short: 'V' },
} as const;

/** The result of parsing the command line: settings, a run, a text to print, or mistakes, one per line. */
export type Options =
  | { settings: ServerSettings; scenario: string | undefined }
  | { grade: GradeOptions }
  | { help: string }
  | { version: true }
  | { mistakes: string[] };

/** Reads the options from the command line and the credentials from the environment. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options {
  let values;
  let command;
  try {
    // The command of the program to grade follows `--`.
    const allowPositionals = args.includes('--grade');
    ({ values, positionals: command } = parseArgs({ args: [...args], options: flags, allowPositionals }));
  } catch (error) {
    return { mistakes: [`${mistakeOf(error as NodeJS.ErrnoException)} See --help.`] };
  }
  if (values.help) return { help };
  if (values.version || values.V) return { version: true };
  const {
    port = defaultPort,
    pace,
    'webhook-url': url,
    grade,
    only = [],
    json = false,
    junit,
    scenario,
  } = values;
  const { 'allow-not-seen': allowNotSeen = false } = values;
  const ignored = Object.keys(grade ? sandboxOptions : gradeOptions)
    .filter((name) => values[name as keyof typeof values] !== undefined)
    .map((name) => `--${name}`);
  const rules: [isWrong: unknown, message: string][] = [
    [!isWholeNumber(port, 65_535), `--port ${port}: use a number from 0 to 65535.`],
    [
      pace !== undefined && !isWholeNumber(pace, 3_600_000),
      `--pace ${pace}: use a number of milliseconds from 0 to 3600000.`,
    ],
    [
      url !== undefined && !isWebUrl(url),
      `--webhook-url ${url}: use a URL such as http://127.0.0.1:8080/webhooks.`,
    ],
    [grade && !command[0], "--grade needs your program's command, such as -- node app.js."],
    [
      ignored[0],
      `${ignored.join(', ')}: ${grade ? 'not with --grade, which starts its own sandboxes' : 'only with --grade'}.`,
    ],
  ];
  const mistakes = rules.flatMap(([isWrong, message]) => (isWrong ? message : []));
  if (mistakes.length > 0) return { mistakes };
  if (grade) return { grade: { command, only, json, junit, allowNotSeen } };
  return {
    scenario,
    // Only what the command line contains, so that a scenario can set the rest.
    settings: {
      port: Number(port),
      clientId: environment['CLIENT_ID'] || clientId,
      clientSecret: environment['CLIENT_SECRET'] || clientSecret,
      ...(pace !== undefined && { pace: Number(pace) }),
      ...(url !== undefined && { webhookUrl: url }),
      ...(values.empty && { empty: true }),
      ...(values['consent-given'] && { consentGiven: true }),
      ...(values['stable-ids'] && { stableIds: true }),
    },
  };
}

function isWholeNumber(text: string, largest: number): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) <= largest;
}

/** Node's message about an option, in shorter words. */
function mistakeOf({ code, message }: NodeJS.ErrnoException): string {
  const [, option = ''] = /'([^ ',]*)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const names = Object.keys(flags).map((name) => `--${name}`);
    return `Unknown option ${option}${suggestion(option, names) || '.'}`;
  }
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `Unexpected argument ${option}.`;
  return message.includes('not take an argument')
    ? `${option} accepts no value.`
    : `${option} needs a value that doesn't start with a dash.`;
}
