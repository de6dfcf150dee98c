/** The engines of the table. Chromium is tested by tests/e2e/. */
export type EngineName = 'firefox' | 'webkit';

/** The reader's browser and device in a row of the table. */
export interface Settings {
  /** Color mode of the operating system. */
  colorScheme: 'light' | 'dark';
  javaScript: boolean;
  /** Whether scripts may use local and session storage. */
  storage: 'allowed' | 'blocked';
  viewport: { width: number; height: number };
}

/** What can change while a page is open. */
export interface Emulation {
  colorScheme: 'light' | 'dark';
  media: 'screen' | 'print';
  offline: boolean;
}

/** A tab with its own profile. Positions are CSS pixels of the viewport. */
export interface Tab {
  /** Uncaught errors of the pages so far. */
  readonly errors: string[];
  /** Opens a URL and waits until it is loaded. A failed load isn't an error. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression in the page; promises are awaited while JavaScript is on. */
  evaluate(expression: string): Promise<unknown>;
  move(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Presses a key, such as `Enter` or `Control+k`. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /**
   * Changes the device under an open page.
   *
   * @throws Error if the driver can't.
   */
  emulate(change: Partial<Emulation>): Promise<void>;
  /** Takes a screenshot of the viewport, as PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** Whether its driver reports uncaught errors. Otherwise the server of the row adds a script that does. */
  readonly reportsErrors: boolean;
  open(settings: Settings): Promise<Tab>;
  close(): Promise<void>;
}
