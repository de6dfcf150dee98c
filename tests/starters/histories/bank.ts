import { createHash } from 'node:crypto';
import { generator } from '../../support/random.ts';

export interface Payment {
  booking: string;
  day: string;
  minor: bigint;
  text: string;
  counterpart: string;
}

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
        const equal = payments.filter(({ day, minor }) => day === payment.day && minor === payment.minor);
        const twin = equal.find((each) => each !== payment);
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
