import { createHash } from 'node:crypto';
import { Bank, Choices, DAY, dayOf, HOUR, shift, type Holding, type Payment } from './bank.ts';

/** The time of a payment, up to four days before its booking date. It depends only on the booking. */
const timeOf = ({ booking, day }: Payment) =>
  `${shift(day, -(Number(booking) % 5))}T${String((Number(booking) * 7) % 24).padStart(2, '0')}:00:00Z`;

/** A payment as a consent lists it. Two consents list the same payment under different IDs. */
export interface Listed extends Omit<Payment, 'booking'> {
  id: string;
  holding: Holding;
  time: string;
}

/** An account as a consent lists it. */
export interface ListedAccount {
  id: string;
  holding: Holding;
  iban: string;
  providerAccountId: string;
}

/** A consent's data at one moment. */
export interface View {
  updated: string;
  accounts: ListedAccount[];
  /** Payments by account ID, including closed accounts. */
  lists: ReadonlyMap<string, readonly Listed[]>;
}

/** How the platform chooses the payments that it lists. */
interface Moods {
  /** What `DateFrom` filters by. */
  dateFrom: 'bookDate' | 'transactionDateTime';
  /** The time at which a list begins on its first day. */
  cut: string;
  /** True if amounts have float noise and booking dates have a time. */
  isUntidy: boolean;
}

/** Fields in JSON that make a transaction impossible to store. */
export const oddities = [
  '"amount": 0.00001',
  '"amount": -1.009999',
  '"amount": 92233720368547758.08e2',
  '"amount": 1e99999999999999999999',
  '"amount": "1,50"',
  '"amount": null',
  '"currency": ""',
  '"bookDate": null',
  '"bookDate": "2026-02-30"',
  '"bookDate": "0001-01-01T00:00:00"',
  '"description": { "text": "Coffee" }',
  '"id": null',
] as const;

/**
 * Trouble during a read. `changes` switches to the second view after some requests, `restless` reports a new
 * update each time, `fails` returns 500 until the client gives up, `hiccup` returns one 500, `lost` returns a 404 that
 * can't mean an empty list, `odd` lists a payment that can't be stored, `refused` and `expired` return a 400 for an
 * account's first and a later page, and `noAccounts` lists no accounts.
 */
const troubles = [
  ...(['changes', 'restless', 'fails', 'hiccup', 'lost', 'odd'] as const),
  ...(['odd', 'odd', 'odd', 'refused', 'expired', 'noAccounts'] as const),
];

export interface Read {
  consent: Consent;
  now: number;
  views: View[];
  trouble: (typeof troubles)[number] | undefined;
  /** The number of data requests before the trouble. */
  after: number;
  /** The account whose list is empty by mistake. */
  emptied: string | undefined;
  /** The account that is refused. */
  refused: string | undefined;
  /** The payment that can't be stored, and the reason. */
  spoiled: { id: string; field: (typeof oddities)[number] } | undefined;
  pageLength: number;
  repeats: boolean;
  moods: Moods;
}

/** The accounts that a read lists. */
export const accountsIn = ({ trouble }: Read, { accounts }: View): readonly ListedAccount[] =>
  trouble === 'noAccounts' ? [] : accounts;

/** The payments that a read lists for an account, from a day onward. */
export function listIn(
  { consent, emptied, moods: { dateFrom, cut } }: Read,
  { lists }: View,
  accountId: string,
  from = '',
): readonly Listed[] {
  if (emptied === accountId) return [];
  const begin = (from > consent.reach ? from : consent.reach) + cut;
  const date = ({ day, time }: Listed) => (dateFrom === 'bookDate' ? day + time.slice(10) : time);
  return (lists.get(accountId) ?? []).filter((each) => date(each) >= begin);
}

/** A consent to read, or one that the customer app has deleted. */
export type Step = Read | Pick<Read, 'consent' | 'now'>;

export interface Consent {
  id: string;
  userId: string;
  requested: number;
  /** IDs are the same in all consents with the same scheme. */
  scheme: string;
  rewords: boolean;
  /** The first day that the consent covers. */
  reach: string;
  /** The accounts that the end user chose. By default, all accounts, including those opened later. */
  holdings: ReadonlySet<Holding> | undefined;
  hidesIban: boolean;
}

/** A UUID derived from text. */
function uuid(...text: (string | number)[]): string {
  const hex = createHash('md5').update(text.join(' ')).digest('hex');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A seeded bank that rewrites its history, and the consents to read it. */
export class History {
  readonly steps: Step[] = [];
  /** Maps account IDs to holdings. */
  readonly holdingOf = new Map<string, Holding>();
  readonly consents = new Map<string, Consent>();
  readonly #seed: number;
  readonly #choices: Choices;
  readonly #bank: Bank;
  readonly #moods: Moods;

  constructor(seed: number) {
    this.#seed = seed;
    const { pick: pickMood } = new Choices(-seed);
    const dateFrom = pickMood(['bookDate', 'transactionDateTime'] as const);
    const cut = pickMood(['T00', 'T09', 'T18']);
    this.#moods = { dateFrom, cut, isUntidy: pickMood([true, false]) };
    this.#choices = new Choices(seed);
    this.#bank = new Bank(seed, this.#choices);
    const { below, chance, pick } = this.#choices;
    const live = [this.#consent('A', 'user')];
    if (chance(0.15)) live.push(this.#consent('D', 'other', live[0]));
    const names = pick([[], ['B'], ['B'], ['B', 'C']]);
    const length = 5 + below(6);
    for (let step = 0; step < length; step++) {
      this.#bank.now += pick([1, 6, 24, 48, 72, 7 * 24, 10 * 24, 40 * 24]) * HOUR;
      for (let count = below(5); count > 0; count--) this.#bank.rewrite();
      if (names.length > 0 && chance(0.4)) {
        const older = live.find(({ userId }) => userId === this.#userId('user'));
        live.unshift(this.#consent(names.shift()!, 'user', older));
      } else if (live.length > 1 && chance(0.15)) {
        // Mostly delete the renewed consent, but sometimes the new one.
        const [removed] = live.splice(chance(0.7) ? live.length - 1 : 0, 1);
        this.steps.push({ consent: removed!, now: this.#bank.now });
      }
      this.#read(chance(0.7) ? live[0]! : pick(live), true);
    }
    this.#bank.now += 7 * DAY;
    // The last read of each consent is complete.
    for (const consent of live) this.#read(consent, false);
  }

  #userId = (name: string) => uuid(this.#seed, name);

  #consent(name: string, user: string, older?: Consent): Consent {
    const { chance, pick } = this.#choices;
    const isStable = older !== undefined && chance(0.4);
    const isPart = older !== undefined && chance(0.2);
    const consent = {
      id: uuid(this.#seed, 'consent', name),
      userId: this.#userId(user),
      requested: this.#bank.now - HOUR,
      scheme: isStable ? older.scheme : name,
      rewords: chance(0.4),
      reach: dayOf(this.#bank.now - pick([1000, 1000, 1000, 400, 90, 30]) * DAY),
      holdings: isPart ? new Set(this.#bank.holdings.filter(() => chance(0.6))) : undefined,
      hidesIban: chance(0.15),
    };
    this.consents.set(consent.id, consent);
    return consent;
  }

  /** Adds a step that reads a consent, with or without trouble. */
  #read(consent: Consent, hasTrouble: boolean): void {
    const { below, chance, pick } = this.#choices;
    const chosen = pick(troubles);
    const trouble = hasTrouble && chance(0.6) ? chosen : undefined;
    const views = [this.#view(consent)];
    if (trouble === 'changes') {
      this.#bank.now += 1_000;
      for (let count = 1 + below(3); count > 0; count--) this.#bank.rewrite(false);
      views.push(this.#view(consent));
    }
    const { accounts, lists } = views.at(-1)!;
    const payments = trouble === 'odd' ? [...lists.values()].flat() : [];
    const canEmpty = hasTrouble && !trouble && accounts.length > 0;
    this.steps.push({
      consent,
      now: this.#bank.now,
      views,
      trouble,
      after: below(trouble === 'changes' ? 10 : 4),
      emptied: canEmpty && chance(0.15) ? pick(accounts).id : undefined,
      refused: trouble === 'refused' && accounts.length > 0 ? pick(accounts).id : undefined,
      spoiled: payments.length > 0 ? { id: pick(payments).id, field: pick(oddities) } : undefined,
      pageLength: pick([5, 12, 30]),
      repeats: chance(0.3) && payments.length === 0,
      moods: this.#moods,
    });
  }

  #view({ id: consentId, scheme, rewords, reach, holdings, hidesIban }: Consent): View {
    const lists = new Map<string, Listed[]>();
    const accounts: ListedAccount[] = [];
    for (const holding of this.#bank.holdings) {
      if (holdings && !holdings.has(holding)) continue;
      const { number, payments, closed, changesProviderId } = holding;
      const accountId = uuid(this.#seed, scheme, 'account', number);
      this.holdingOf.set(accountId, holding);
      const providerAccountId = `account-${number}${changesProviderId ? scheme : ''}`;
      const spaced = (number: string) => number.toLowerCase().replaceAll(/.{4}/g, '$& ');
      const known = hidesIban && !changesProviderId ? '' : holding.iban;
      const iban = rewords ? spaced(known) : known;
      if (!closed) accounts.push({ id: accountId, holding, iban, providerAccountId });
      if (closed === '404') continue;
      const reached = closed === 'empty' ? [] : payments.filter(({ day }) => day >= reach);
      const listed = reached.map((payment) => {
        const { booking, text, counterpart, ...same } = payment;
        const told = rewords
          ? { text: `${text} /${consentId.slice(0, 4)}/`, counterpart: spaced(counterpart) }
          : { text, counterpart };
        return { id: uuid(this.#seed, scheme, booking), holding, time: timeOf(payment), ...same, ...told };
      });
      // Sorted by ID, not by day or booking time.
      listed.sort((a, b) => (a.id < b.id ? -1 : 1));
      lists.set(accountId, listed);
    }
    const updated = new Date(this.#bank.now).toISOString().replace('.000', '');
    return { updated, accounts, lists };
  }
}
