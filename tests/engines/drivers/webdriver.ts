/** Longest time, in milliseconds, for a command. */
const LIMIT = 10_000;

/** WebDriver's code points for keys that aren't characters, https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const keys: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

async function command(method: string, url: string, body?: object, limit = LIMIT): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(limit),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error((value as { message: string }).message);
  return value;
}

/** A session of a WebDriver, https://www.w3.org/TR/webdriver2/. Its methods throw the driver's errors. */
export class WebDriverSession {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /**
   * Starts a browser.
   *
   * @param driver - URL of the driver, such as `http://127.0.0.1:4455`.
   * @param limit - Longest time, in milliseconds.
   */
  static async start(driver: string, capabilities: object, limit: number): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = (await command('POST', `${driver}/session`, body, limit)) as { sessionId: string };
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  post(path: string, body: object = {}): Promise<unknown> {
    return command('POST', `${this.#url}/${path}`, body);
  }

  get(path: string): Promise<unknown> {
    return command('GET', `${this.#url}/${path}`);
  }

  async close(): Promise<void> {
    await command('DELETE', this.#url);
  }

  evaluate(expression: string): Promise<unknown> {
    return this.post('execute/sync', { script: `return (${expression})`, args: [] });
  }

  /** Moves the pointer to a position in the viewport, and clicks there if `isClick`. */
  async point(x: number, y: number, isClick: boolean): Promise<void> {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const move = { type: 'pointerMove', duration: 0, origin: 'viewport', x, y };
    const actions = [move, ...(isClick ? press : [])];
    await this.post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** Presses a key, such as `Enter` or `Control+k`. */
  press(key: string): Promise<void> {
    const values = key.split('+').map((each) => keys[each] ?? each);
    return this.#keyboard([
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ]);
  }

  type(text: string): Promise<void> {
    return this.#keyboard(
      [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
    );
  }

  async #keyboard(actions: object[]) {
    await this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
}
