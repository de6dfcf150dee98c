import { rolldown } from 'rolldown';
import type { Emulation, Tab } from './engine.ts';
import type { Target } from './in-page.ts';

export type { Target };

/** How long, in milliseconds, a condition may take to come true. */
const LIMIT = 20_000;

const PAUSE = 50;

/** What a wait returns. */
type Truthy<Value> = Exclude<Value, false | 0 | '' | null | undefined>;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

/** An element by its role and accessible name: the whole name, or a match in it. */
export function by(role: string, name?: string | RegExp, within?: Target): Target {
  return { role, name: name instanceof RegExp ? { source: name.source, flags: name.flags } : name, within };
}

/** The functions of `in-page.ts` as one expression that defines `inPage` once per document. */
const finder = bundleFinder();

async function bundleFinder(): Promise<string> {
  const bundle = await rolldown({ input: new URL('in-page.ts', import.meta.url).pathname });
  const { output } = await bundle.generate({ format: 'iife', name: 'inPage', minify: true });
  await bundle.close();
  return `globalThis.inPage ??= (() => { ${output[0].code}; return inPage; })(), true`;
}

declare global {
  // Defined in pages by the expression above.
  var inPage: typeof import('./in-page.ts');
}

/** A tab as rows of the table use it: elements by role and name, and waits on conditions. */
export class Page {
  readonly #tab: Tab;
  readonly #site: string;

  /** @param site - The site's URL, without a slash at its end. */
  constructor(tab: Tab, site: string) {
    this.#tab = tab;
    this.#site = site;
  }

  async goto(path: string): Promise<void> {
    await this.#tab.goto(`${this.#site}${path}`);
  }

  reload(): Promise<void> {
    return this.#tab.reload();
  }

  press(key: string): Promise<void> {
    return this.#tab.press(key);
  }

  type(text: string): Promise<void> {
    return this.#tab.type(text);
  }

  emulate(change: Partial<Emulation>): Promise<void> {
    return this.#tab.emulate(change);
  }

  /** Runs a function in the page. It can only use its arguments. */
  async evaluate<Value, Values extends unknown[]>(
    run: (...values: Values) => Value,
    ...values: Values
  ): Promise<Awaited<Value>> {
    return (await this.#tab.evaluate(`(${run.toString()})(...${JSON.stringify(values)})`)) as Awaited<Value>;
  }

  /** Calls a function until it returns something truthy, also across navigations, and returns that. */
  async poll<Value>(what: string, ask: () => Promise<Value>, limit = LIMIT): Promise<Truthy<Value>> {
    const end = Date.now() + limit;
    let last: unknown;
    do {
      try {
        const value = await ask();
        if (value) return value as Truthy<Value>;
        last = value;
      } catch (error) {
        last = error;
      }
      await pause();
    } while (Date.now() < end);
    const state = last instanceof Error ? last.message : JSON.stringify(last);
    throw new Error(`Expected within ${limit / 1000} s: ${what}. The last result was ${state}.`);
  }

  /** Waits until a function in the page returns something truthy, and returns that. */
  until<Value, Values extends unknown[]>(
    what: string,
    run: (...values: Values) => Value,
    ...values: Values
  ): Promise<Truthy<Awaited<Value>>> {
    return this.poll(what, () => this.evaluate(run, ...values));
  }

  /** Waits until the page has a path, with its fragment if there is one. */
  async arrives(path: string): Promise<void> {
    const isThere = (wanted: string) =>
      location.pathname + location.hash === wanted && document.readyState === 'complete';
    await this.until(`the page is ${path}`, isThere, path);
  }

  /** Runs a function on all elements that fit, as soon as there is one. */
  async readAll<Value, Values extends unknown[]>(
    target: Target,
    run: (elements: HTMLElement[], ...values: Values) => Value,
    ...values: Values
  ): Promise<Value> {
    await this.see(target);
    return this.#withFinder<Value>(
      `(${run.toString()})(inPage.findAll(${JSON.stringify(target)}), ...${JSON.stringify(values)})`,
    );
  }

  /** Runs a function on the first element that fits, as soon as there is one. */
  read<Value>(target: Target, run: (element: HTMLElement) => Value): Promise<Value> {
    return this.#seen(target, `(${run.toString()})(inPage.findAll(${JSON.stringify(target)})[0])`);
  }

  /** The text of the first element that fits, as it is rendered. */
  text(target: Target): Promise<string> {
    return this.read(target, (element) => element.innerText);
  }

  /** How many elements fit at this moment. */
  count(target: Target): Promise<number> {
    return this.#withFinder<number>(`inPage.findAll(${JSON.stringify(target)}).length`);
  }

  /** Waits until an element is visible. */
  async see(target: Target): Promise<void> {
    await this.poll(`${described(target)} is visible`, () => this.count(target));
  }

  /** Waits until no element fits. */
  async gone(target: Target): Promise<void> {
    await this.poll(`${described(target)} is gone`, async () => (await this.count(target)) === 0);
  }

  /** Waits until the text of the first element that fits contains a string or matches a pattern. */
  async says(target: Target, text: string | RegExp, limit = LIMIT): Promise<void> {
    let last = '';
    const holds = async () => {
      last = await this.#withFinder<string>(`inPage.findAll(${JSON.stringify(target)})[0]?.innerText ?? ''`);
      const line = last.replaceAll(/\s+/g, ' ');
      const isThere = typeof text === 'string' ? line.includes(text) : text.test(line);
      return isThere || Promise.reject(new Error(`"${line}"`));
    };
    await this.poll(`${described(target)} says ${text.toString()}`, holds, limit);
  }

  /** Waits until an element has the focus. */
  async isFocused(target: Target): Promise<void> {
    const expression = `inPage.findAll(${JSON.stringify(target)})[0] === document.activeElement`;
    await this.poll(`${described(target)} has the focus`, () => this.#withFinder<boolean>(expression));
  }

  /** Focuses an element like the Tab key does. */
  async focus(target: Target): Promise<void> {
    await this.read(target, (element) => element.focus({ focusVisible: true } as FocusOptions));
  }

  /** Clicks an element once it no longer moves and nothing covers it. */
  async click(target: Target, limit = LIMIT): Promise<void> {
    const { x, y } = await this.#point(target, limit);
    await this.#tab.click(x, y);
  }

  async hover(target: Target): Promise<void> {
    const { x, y } = await this.#point(target, LIMIT);
    await this.#tab.move(x, y);
  }

  async #point(target: Target, limit: number) {
    let before = '';
    const pointAtRest = async () => {
      const point = await this.#withFinder<{ x: number; y: number } | string>(
        `inPage.pointOf(${JSON.stringify(target)})`,
      );
      if (typeof point === 'string') throw new Error(point);
      const now = JSON.stringify(point);
      const isAtRest = now === before;
      before = now;
      return isAtRest && point;
    };
    return this.poll(`${described(target)} can be clicked`, pointAtRest, limit);
  }

  async #seen<Value>(target: Target, expression: string): Promise<Value> {
    await this.see(target);
    return this.#withFinder<Value>(expression);
  }

  async #withFinder<Value>(expression: string): Promise<Value> {
    if ((await this.#tab.evaluate(`typeof inPage`)) === 'undefined') await this.#tab.evaluate(await finder);
    return (await this.#tab.evaluate(expression)) as Value;
  }
}

function described({ role, name, within }: Target): string {
  const named = name === undefined ? '' : ` ${typeof name === 'string' ? `"${name}"` : `/${name.source}/`}`;
  return `the ${role}${named}${within ? ` in ${described(within)}` : ''}`;
}
