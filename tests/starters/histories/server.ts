import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { localServer } from '../../support/local-server.ts';
import { decimals } from './bank.ts';
import { accountsIn, listIn, type Listed, type Read, type View } from './history.ts';

/** Writes a number with its original digits. TypeScript doesn't know this function yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON: (text: string) => object };

type Query = Readonly<Record<string, string>>;

/** A read as the platform sees it. */
export class Visit {
  readonly requests: { path: string; query: Query }[] = [];
  readonly read: Read;
  view: View;
  /** True once the step's trouble has happened. */
  isTroubled = false;
  /** Runs after each request. */
  onRequest: (() => void) | undefined;
  #dataRequests = 0;

  constructor(read: Read) {
    this.read = read;
    [this.view] = read.views as [View];
  }

  respond(path: string, query: Query, response: ServerResponse): void {
    const { consent, trouble, after, views, refused } = this.read;
    const send = (status: number, body: object | string, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    this.requests.push({ path, query });
    this.onRequest?.();
    if (path === '/cfa/connect/token') {
      return send(200, { accessToken: 'token', tokenType: 'bearer', expiresIn: 3600 });
    }
    if (path === `/Consent/${consent.id}`) return send(200, this.#consent());
    if (path !== '/Accounts' && path !== '/Transactions') return send(404, {});
    if (this.#dataRequests++ >= after) {
      if (trouble === 'changes') {
        this.view = views.at(-1)!;
        this.isTroubled = true;
      }
      const isLost = trouble === 'lost' && (query['Page'] === '1' || query['PageToken'] !== undefined);
      if (isLost || trouble === 'fails' || (trouble === 'hiccup' && !this.isTroubled)) {
        this.isTroubled = true;
        return send(isLost ? 404 : 500, {}, { 'retry-after': '0' });
      }
    }
    if (query['ConsentId'] !== consent.id) return send(400, {});
    if (path === '/Accounts') return send(200, this.#accounts(Number(query['Page'])));
    if (refused !== undefined && query['AccountId'] === refused) return send([400, 403][after % 2]!, {});
    if (trouble === 'expired' && query['PageToken'] !== undefined && !this.isTroubled) {
      this.isTroubled = true;
      return send(400, {});
    }
    const page = this.#transactions(query);
    return page ? send(200, page) : send(404, {});
  }

  /** True if the trouble that happened must make the read fail. */
  get mustFail(): boolean {
    return this.isTroubled && ['restless', 'fails', 'lost'].includes(this.read.trouble ?? '');
  }

  /** The number of requests for the consent. */
  get looks(): number {
    return this.requests.filter(({ path }) => path.startsWith('/Consent/')).length;
  }

  /** The data requests between two requests for the consent. */
  get tries() {
    const tries: Visit['requests'][] = [[]];
    for (const request of this.requests) {
      if (request.path.startsWith('/Consent/')) tries.push([]);
      else if (request.path === '/Transactions' || request.path === '/Accounts') tries.at(-1)!.push(request);
    }
    return tries.filter((requests) => requests.length > 0);
  }

  /** Each account's DateFrom in the last attempt, by ID. */
  get windows(): ReadonlyMap<string, string | undefined> {
    const windows = new Map<string, string | undefined>();
    for (const { path, query } of this.tries.at(-1) ?? []) {
      if (path !== '/Transactions' || query['PageToken'] !== undefined) continue;
      const { AccountId: id, DateFrom: from } = query;
      assert.ok(id !== undefined, 'Each account must be read in its own request.');
      assert.ok(!windows.has(id) || windows.get(id) === from, `Two windows for ${id}`);
      windows.set(id, from);
    }
    return windows;
  }

  #consent() {
    const { consent, trouble } = this.read;
    const looked = Date.parse(this.view.updated) + (trouble === 'restless' ? 1_000 * this.looks : 0);
    if (trouble === 'restless') this.isTroubled = true;
    return {
      id: consent.id,
      status: 4,
      dateStatusUpdated: this.view.updated,
      dateRequested: new Date(consent.requested).toISOString(),
      dateTransactionsUpdated: new Date(looked).toISOString().replace('.000', ''),
      providerKey: 'example-bank',
      appId: 1,
      errors: [],
    };
  }

  /** Pages with one account each. */
  #accounts(page: number) {
    return accountsIn(this.read, this.view)
      .slice(page - 1, page)
      .map(({ id, holding, iban, providerAccountId }) => ({
        id,
        iban: iban || ' '.repeat(id.charCodeAt(0) % 2), // Banks also send a space.
        providerAccountId,
        accountHolder: 'Example Customer',
        bban: `EXMP${holding.number}`,
        currency: holding.currency,
        accountBalance: { currency: holding.currency, date: this.view.updated, amount: rawJson('100') },
      }));
  }

  #transactions({ AccountId: accountId = '', DateFrom: from, PageToken: token }: Query) {
    const { pageLength, repeats } = this.read;
    if (!this.view.lists.has(accountId)) return undefined;
    const listed = listIn(this.read, this.view, accountId, from);
    const start = token === undefined ? 0 : Number(token.slice(1));
    const end = start + pageLength;
    const page = listed.slice(start, end);
    const next = listed[end];
    // As if a payment moved to a later page while the client was reading this one.
    if (repeats && next) page.push({ ...next, minor: next.minor + 1n });
    const data = page.map((each) => transactionIn(this.read, accountId, each));
    return `{ "data": [${data.join()}], "nextPageToken": ${next ? `"t${end}"` : null} }`;
  }
}

/** A payment in JSON, as a read lists it. */
export function transactionIn({ moods, spoiled }: Read, accountId: string, listed: Listed): string {
  const { id, holding, day, time, minor, text, counterpart } = listed;
  const { currency, number } = holding;
  const transaction = JSON.stringify({
    id,
    accountId,
    accountNumber: `EXMP${number}`,
    description: text,
    bookDate: moods.isUntidy && minor % 2n === 0n ? `${day}T00:00:00` : day,
    transactionDateTime: time,
    amount: rawJson(decimalText(minor, decimals[currency], moods.isUntidy)),
    currency,
    counterpartDescription: 'Example',
    counterpartAccountNumber: counterpart,
  });
  // The last of two equal names wins.
  return spoiled?.id === id ? `${transaction.slice(0, -1)}, ${spoiled.field}}` : transaction;
}

/** An amount in a valid JSON format, which depends only on the amount. */
function decimalText(minor: bigint, places: number, hasNoise: boolean): string {
  const [sign, size] = minor < 0n ? ['-', -minor] : ['', minor];
  const digits = String(size).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const part = digits.slice(digits.length - places);
  const texts = [
    sign + whole + (part && `.${part}`),
    sign + whole + (part && `.${part}`).replace(/\.?0+$/, ''),
    `${sign}${digits.replace(/^0+(?=.)/, '')}e-${places}`,
    `${sign}${whole}.${part}00`,
    ...(hasNoise ? [`${sign}${whole}.${part}0000003`] : []),
  ];
  return texts[Number(size) % texts.length]!;
}

/** A platform in this process. Returns a function that serves a read at a URL of its own. */
export async function startHistoryServer(context: TestContext) {
  const visits: Visit[] = [];
  const origin = await localServer(context, (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const [, index = '', ...path] = pathname.split('/');
    request.resume();
    visits[Number(index)]!.respond(`/${path.join('/')}`, Object.fromEntries(searchParams), response);
  });
  return (visit: Visit) => `${origin}/${visits.push(visit) - 1}`;
}
