import { createHash } from 'node:crypto';
import { Bank, Choices, DAY, dayOf, HOUR, type Holding } from './bank.ts';

/** A payment as a consent lists it. Two consents list one booking under two IDs. */
export interface Listed {
  id: string;
  holding: Holding;
  day: string;
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

/** What a consent lists at one moment. */
export interface View {
  updated: string;
  accounts: ListedAccount[];
  /** Payments by account ID, also those of closed accounts. */
  lists: ReadonlyMap<string, readonly Listed[]>;
}

/**
 * What happens while a consent is read. `changes` moves to the second view after some requests, `restless` reports
 * another update at each look, `fails` returns 500 until the client gives up, `hiccup` returns it once, `decimals` lists
 * an amount that its currency doesn't allow.
 */
export type Trouble = 'changes' | 'restless' | 'fails' | 'hiccup' | 'decimals';

export interface Read {
  consent: Consent;
  now: number;
  views: View[];
  trouble: Trouble | undefined;
  /** The number of data requests before the trouble. */
  after: number;
  /** The account whose list is empty by mistake. */
  emptied: string | undefined;
  /** The payment whose amount has too many decimals. */
  spoiled: string | undefined;
  pageLength: number;
  repeats: boolean;
}

/** A consent to read, or the ID of one that the customer's app has deleted. */
export type Step = { read: Read } | { removed: Consent; now: number };

export interface Consent {
  id: string;
  userId: string;
  requested: number;
  /** IDs are the same in all consents with the same scheme. */
  scheme: string;
  rewords: boolean;
  /** The first day that the consent reaches. */
  reach: string;
  /** The accounts that the end user chose. Without it, all of them, also those that join later. */
  holdings: ReadonlySet<Holding> | undefined;
  hidesIban: boolean;
}

/** The same UUID for the same text. */
function uuid(...text: (string | number)[]): string {
  const hex = createHash('md5').update(text.join(' ')).digest('hex');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A bank that rewrites its history, and the consents to read it. The same for the same seed. */
export class History {
  readonly steps: Step[] = [];
  /** The last read of each consent, all whole. */
  readonly finals: Read[];
  /** The holding that each account ID belongs to. */
  readonly holdingOf = new Map<string, Holding>();
  readonly consents = new Map<string, Consent>();
  readonly #seed: number;
  readonly #choices: Choices;
  readonly #bank: Bank;

  constructor(seed: number) {
    this.#seed = seed;
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
        // Mostly the consent that was renewed, but also the new one.
        const [removed] = live.splice(chance(0.7) ? live.length - 1 : 0, 1);
        this.steps.push({ removed: removed!, now: this.#bank.now });
      }
      this.#read(chance(0.7) ? live[0]! : pick(live), true);
    }
    this.#bank.now += 7 * DAY;
    this.finals = live.map((consent) => this.#read(consent, false));
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

  /** Adds a step that reads a consent, with trouble or without. */
  #read(consent: Consent, hasTrouble: boolean): Read {
    const { below, chance, pick } = this.#choices;
    const chosen = pick(['changes', 'restless', 'fails', 'hiccup', 'decimals'] as const);
    const trouble = hasTrouble && chance(0.3) ? chosen : undefined;
    const views = [this.#view(consent)];
    if (trouble === 'changes') {
      this.#bank.now += 1_000;
      for (let count = 1 + below(3); count > 0; count--) this.#bank.rewrite(false);
      views.push(this.#view(consent));
    }
    const { accounts, lists } = views.at(-1)!;
    const spoiled = [...lists.values()].flat();
    const canEmpty = hasTrouble && !trouble && accounts.length > 0;
    const read: Read = {
      consent,
      now: this.#bank.now,
      views,
      trouble,
      after: below(trouble === 'changes' ? 10 : 4),
      emptied: canEmpty && chance(0.15) ? pick(accounts).id : undefined,
      spoiled: trouble === 'decimals' && spoiled.length > 0 ? pick(spoiled).id : undefined,
      pageLength: pick([5, 12, 30]),
      repeats: chance(0.3),
    };
    this.steps.push({ read });
    return read;
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
      const iban = hidesIban && !changesProviderId ? '' : holding.iban;
      if (!closed) accounts.push({ id: accountId, holding, iban, providerAccountId });
      if (closed === '404') continue;
      const reached = closed === 'empty' ? [] : payments.filter(({ day }) => day >= reach);
      const listed = reached.map(({ booking, day, minor, text, counterpart }) => {
        const id = uuid(this.#seed, scheme, booking);
        if (!rewords) return { id, holding, day, minor, text, counterpart };
        const spaced = counterpart.toLowerCase().replaceAll(/.{4}/g, '$& ');
        const reworded = `${text} /${consentId.slice(0, 4)}/`;
        return { id, holding, day, minor, text: reworded, counterpart: spaced };
      });
      // By ID: neither in the order of days nor in that of bookings.
      lists.set(
        accountId,
        listed.sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    }
    const updated = new Date(this.#bank.now).toISOString().replace('.000', '');
    return { updated, accounts, lists };
  }
}
