import { createHash } from 'node:crypto';
import { generator } from '../../support/random.ts';

export interface Payment {
  booking: string;
  day: string;
  minor: bigint;
  text: string;
  counterpart: string;
}

/** The time of a payment, up to four days before its booking date. It depends only on the booking. */
const timeOf = ({ booking, day }: Payment) =>
  `${shift(day, -(Number(booking) % 5))}T${String((Number(booking) * 7) % 24).padStart(2, '0')}:00:00Z`;

/** A bank account. One IBAN can have holdings in several currencies. */
export interface Holding {
  number: number;
  currency: keyof typeof decimals;
  iban: string;
  /** True if each ID scheme has a different provider ID, so only the IBAN identifies the account. */
  changesProviderId: boolean;
  payments: Payment[];
  /** The platform's response to a request for the account's payments after the bank has closed the account. */
  closed?: 'list' | 'empty' | '404';
}

export const decimals = { EUR: 2, JPY: 0, KWD: 3 };

export const DAY = 86_400_000;
export const HOUR = 3_600_000;
const texts = ['Coffee', 'Rent', 'Card 4412 Grocer', 'Salary', "O'Neil & Søn", ''];
const counterparts = ['NL91ABNA0417164300', 'BE71096123456769', ''];

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
export const shift = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY);

/** The changes at a bank. Frequent changes are listed more than once. */
const frequencies = [
  ...(['today', 'today', 'late', 'veryLate', 'future', 'equal', 'twin', 'twin', 'amount', 'text'] as const),
  ...(['day', 'rebooked', 'rebooked', 'removed', 'removed', 'restored', 'closed', 'reopened'] as const),
  'joins' as const,
];

/** Random choices that depend only on a seed. */
export class Choices {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = generator(createHash('md5').update(String(seed)).digest().readUInt32BE());
  }

  below = (end: number) => Math.floor(this.#random() * end);
  chance = (share: number) => this.#random() < share;
  pick = <T>(from: readonly T[]) => from[this.below(from.length)]!;
}

/** A bank that rewrites its history. */
export class Bank {
  readonly holdings: Holding[] = [];
  now: number;
  readonly #seed: number;
  readonly #choices: Choices;
  readonly #removed: { holding: Holding; payment: Payment }[] = [];
  #bookings = 0;

  constructor(seed: number, choices: Choices) {
    this.#seed = seed;
    this.#choices = choices;
    this.now = Date.parse('2026-10-28T12:00:00Z') + choices.below(200) * HOUR;
    for (let count = 1 + choices.below(3); count > 0; count--) this.#open();
  }

  #open() {
    const number = this.holdings.length;
    const currency = this.#choices.pick(['EUR', 'EUR', 'JPY', 'KWD'] as const);
    const hasIban = this.#choices.chance(0.7);
    const shared = this.#choices.chance(0.2)
      ? this.holdings.find((each) => each.iban !== '')?.iban
      : undefined;
    // One IBAN can have several currencies.
    const isFree = !this.holdings.some((each) => each.iban === shared && each.currency === currency);
    const own = `NL${10 + number}EXMP${1e9 + this.#seed * 10 + number}`;
    const iban = hasIban ? (isFree && shared) || own : '';
    const changesProviderId = hasIban && this.#choices.chance(0.3);
    this.holdings.push({ number, currency, iban, changesProviderId, payments: [] });
    for (let count = this.#choices.below(25); count > 0; count--) {
      this.#pay(this.holdings.at(-1)!, this.#choices.below(this.#choices.pick([20, 120, 300])));
    }
  }

  #pay(holding: Holding, daysAgo: number): Payment {
    const digits = this.#choices.pick([3, 4, 5, 4, 3, 17]);
    const payment = {
      booking: String(this.#bookings++),
      day: dayOf(this.now - daysAgo * DAY),
      minor: (BigInt(this.#choices.below(1e9)) ** 2n % 10n ** BigInt(digits)) * this.#choices.pick([1n, -1n]),
      text: this.#choices.pick(texts),
      counterpart: this.#choices.pick(counterparts),
    };
    holding.payments.push(payment);
    return payment;
  }

  /** A change at the bank. */
  rewrite(mayClose = true) {
    const open = this.holdings.filter(({ closed }) => !closed);
    const holding = this.#choices.pick(open);
    const { payments } = holding;
    const payment = payments.length > 0 ? this.#choices.pick(payments.slice(-8)) : this.#pay(holding, 0);
    const otherDay = () => shift(payment.day, this.#choices.pick([1, -1, 3, -2, -100]));
    const rewrites = {
      today: () => this.#pay(holding, 0),
      late: () => this.#pay(holding, 7 + this.#choices.below(60)),
      veryLate: () => this.#pay(holding, 80 + this.#choices.below(200)),
      future: () => this.#pay(holding, -1 - this.#choices.below(60)),
      equal: () => payments.push({ ...payment, booking: String(this.#bookings++) }),
      // First adds a payment of the same day and amount. Later, removes one of the two and changes the other's ID.
      twin: () => {
        const twin = payments.find(
          (each) => each !== payment && each.day === payment.day && each.minor === payment.minor,
        );
        if (twin) {
          payments.splice(payments.indexOf(twin), 1);
          payment.booking = String(this.#bookings++);
        } else {
          payments.push({ ...payment, booking: String(this.#bookings++), text: this.#choices.pick(texts) });
        }
      },
      amount: () => (payment.minor += 100n),
      text: () => (payment.text = this.#choices.pick(texts)),
      day: () => (payment.day = otherDay()),
      rebooked: () => {
        payment.booking = String(this.#bookings++);
        if (this.#choices.chance(0.5)) payment.text += ' booked';
        if (this.#choices.chance(0.3)) payment.day = otherDay();
        if (this.#choices.chance(0.3)) payment.minor -= 1n;
      },
      removed: () => {
        payments.splice(payments.indexOf(payment), 1);
        this.#removed.push({ holding, payment });
      },
      restored: () => {
        const back = this.#removed.pop();
        back?.holding.payments.push(back.payment);
      },
      closed: () => {
        if (open.length > 1 && mayClose) holding.closed = this.#choices.pick(['list', 'empty', '404']);
      },
      reopened: () => delete this.holdings.find(({ closed }) => closed)?.closed,
      joins: () => this.holdings.length < 3 && this.#open(),
    };
    rewrites[this.#choices.pick(frequencies)]();
  }
}

/** A payment as a consent lists it. Two consents list the same payment under different IDs. */
export interface Listed {
  id: string;
  holding: Holding;
  day: string;
  time: string;
  minor: bigint;
  text: string;
  counterpart: string;
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
export interface Moods {
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
export type Trouble = (typeof troubles)[number];

export interface Read {
  consent: Consent;
  now: number;
  views: View[];
  trouble: Trouble | undefined;
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

/** A consent to read, or the ID of one that the customer app has deleted. */
export type Step = { read: Read } | { removed: Consent; now: number };

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
        this.steps.push({ removed: removed!, now: this.#bank.now });
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
    const read: Read = {
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
    };
    this.steps.push({ read });
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
        const { day, minor, text, counterpart } = payment;
        const id = uuid(this.#seed, scheme, payment.booking);
        const same = { id, holding, day, time: timeOf(payment), minor };
        if (!rewords) return { ...same, text, counterpart };
        return { ...same, text: `${text} /${consentId.slice(0, 4)}/`, counterpart: spaced(counterpart) };
      });
      // Sorted by ID, not by day or booking time.
      lists.set(
        accountId,
        listed.sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    }
    const updated = new Date(this.#bank.now).toISOString().replace('.000', '');
    return { updated, accounts, lists };
  }
}
