import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { OpenAPIRouter, type Document } from 'openapi-backend';
import { changeBank, currentData, idFor } from '../bank.ts';
import { DAY, dateTime } from '../clock.ts';
import { controlsDocument } from '../controls/document.ts';
import type { controlHandlers } from '../controls/operations.ts';
import type { startSandbox } from '../server.ts';
import type { BankData, Consent, Sandbox } from '../state.ts';
import type { Call, Recording } from './check.ts';
import { summarize } from './totals.ts';

type Control = keyof ReturnType<typeof controlHandlers>;

/** A step with its time and control calls, in the format that `scenarioSchema` defines. */
export type Step = Partial<Record<Control, object>> & {
  before?: string;
  after?: string;
  nth?: number;
  at?: number;
  /** An action that no control call offers. Scenario files can't contain actions. */
  act?: (sandbox: Sandbox) => unknown;
};

const timing = new Set(['before', 'after', 'nth', 'at']);

/** All control calls, with their methods and paths. */
export const controlCalls = () =>
  new OpenAPIRouter({ definition: controlsDocument() as Document }).getOperations();

/** Plays steps before and after a program's requests. A scenario records no requests, because it may run for days. */
export async function play(
  { server, sandbox, api, control }: Awaited<ReturnType<typeof startSandbox>>,
  steps: readonly Step[],
  reportFailure: (message: string) => void,
  recording?: Recording,
) {
  const calls = controlCalls();
  const counts = new Map<string, number>();
  const storable = new Set<string>();
  const [handle] = server.listeners('request') as [RequestListener];

  async function runStep(step: Step) {
    try {
      for (const [name, value] of Object.entries(step)) {
        if (typeof value === 'function') await value(sandbox);
        else if (!timing.has(name))
          await callControl(name, resolveReferences(sandbox, name, value as object));
      }
    } catch (error) {
      reportFailure((error as Error).message);
    }
  }

  async function callControl(name: string, { id, ...body }: Record<string, unknown>) {
    const { method, path } = calls.find(({ operationId }) => operationId === name)!;
    const { status = 0, problem } = await control(
      method.toUpperCase(),
      path.replace('{id}', String(id)),
      body,
    );
    if (status >= 400) reportFailure(`${name} returned ${status}: ${problem}`);
  }

  async function runSteps(position: 'before' | 'after' | undefined, operationId = '') {
    const count = (counts.get(position + operationId) ?? 0) + 1;
    counts.set(position + operationId, count);
    for (const step of steps) {
      const isDue = position
        ? step[position] === operationId && (step.nth ?? 1) === count
        : !step.before && !step.after;
      if (isDue && step.at === undefined) await runStep(step);
      else if (isDue) sandbox.clock.after(step.at! * 1000, () => void runStep(step));
    }
  }

  async function handleWithSteps(request: IncomingMessage, response: ServerResponse, url: URL) {
    const { method = 'GET', headers } = request;
    const operation = api.matchOperation({ method, path: url.pathname, headers: {} });
    const operationId = (operation?.operationId ?? '') as Call['operationId'];
    const call: Call = {
      ...{ line: `${method} ${url.pathname}`, operationId, query: url.searchParams, headers: {} },
      token: headers.authorization,
      at: performance.now(),
    };
    recording?.calls.push(call);
    response.on('close', () => {
      call.ended = performance.now();
      if (response.headersSent)
        Object.assign(call, { status: response.statusCode, headers: response.getHeaders() });
      const consent = newestConsent(sandbox);
      if (recording && operationId === 'listTransactions' && call.status === 200 && consent) {
        const { accounts, transactions } = currentData(consent.bank);
        for (const { id, overrides } of transactions) if (!overrides) storable.add(id);
        // A row that can't be stored anymore stays as it was.
        const stored = transactions.filter(({ id }) => storable.has(id));
        recording.expected = summarize({ accounts, transactions: stored });
      }
      void runSteps('after', operationId);
    });
    await runSteps('before', operationId);
    handle(request, response);
  }

  server.removeAllListeners('request').on('request', (request, response) => {
    const { origin } = sandbox.settings;
    const url = URL.canParse(request.url ?? '', origin) ? new URL(request.url!, origin) : undefined;
    if (!url || url.pathname.startsWith('/sandbox/')) handle(request, response);
    else void handleWithSteps(request, response, url);
  });
  await runSteps(undefined);
}

const reference = /^\$(elsewhere|consent|account|transaction|today|newest)(\d*)([+-]\d+)?$/;

/** The references that a scenario file may contain instead of an ID or a date, as regular expressions. */
export const references = {
  uuid: String.raw`\$(consent|(account|transaction)([1-9]\d*)?)`,
  date: String.raw`\$(today|newest)([+-]\d+)?`,
};

/** Replaces references such as `$consent`, `$account2`, and `$newest-60` in the fields of a control call's body. */
function resolveReferences(sandbox: Sandbox, call: string, fields: object): Record<string, unknown> {
  const consent = newestConsent(sandbox);
  const { accounts, transactions } = consent ? currentData(consent.bank) : { accounts: [], transactions: [] };
  const newest = Math.max(...transactions.map(({ bookDate }) => Date.parse(bookDate)));
  const dayOf = (day: number, shift = '0') =>
    Number.isFinite(day) ? dateTime(day + Number(shift) * DAY).slice(0, 10) : undefined;
  const idOf = (items: readonly { id: string }[], number: string | undefined) => {
    const item = items[Number(number || 1) - 1];
    return consent && item && idFor(consent, item.id);
  };
  const valueOf = (key: string, value: unknown) => {
    const [, name, number, shift] = reference.exec(String(value)) ?? [];
    if (name === undefined) return value;
    const values: Record<string, string | undefined> = {
      elsewhere: `${sandbox.settings.origin}/elsewhere`,
      consent: consent?.id,
      today: dayOf(sandbox.clock.now(), shift),
      newest: dayOf(newest, shift),
      account: idOf(accounts, number),
      transaction: idOf(transactions, number),
    };
    if (values[name] !== undefined) return values[name];
    const missing = name === 'newest' ? 'transaction' : name;
    throw new Error(`${call}: ${key} is ${String(value)}, but there is no such ${missing}.`);
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, valueOf(key, value)]));
}

/** Changes the data of the newest consent's bank. */
export function changeData(sandbox: Sandbox, change: (content: BankData) => Partial<BankData>) {
  const consent = newestConsent(sandbox);
  if (!consent) throw new Error('There is no consent.');
  changeBank(sandbox, consent.bank, change(currentData(consent.bank)));
}

/** The newest consent. */
export function newestConsent({ state }: Sandbox): Consent | undefined {
  return [...state.consents.values()].at(-1);
}
