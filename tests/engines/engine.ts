/** The engines that the site is tested in. */
export const engineNames = ['chromium', 'firefox', 'webkit'] as const;

export type EngineName = (typeof engineNames)[number];

export interface Size {
  width: number;
  height: number;
}

/** The reader's browser and device in a row of the table. */
export interface Settings {
  /** Color mode of the operating system. */
  colorScheme: 'light' | 'dark';
  javaScript: boolean;
  /** Whether the browser may render pages ahead, if it can. */
  prerendering: boolean;
  /** Whether scripts may use local and session storage. */
  storage: 'allowed' | 'blocked';
  viewport: Size;
}

/** What can change while a page is open. */
export interface Emulation {
  colorScheme: 'light' | 'dark';
  media: 'screen' | 'print';
  offline: boolean;
}

/** One tab with a profile of its own, as far as its engine can be driven. Positions are CSS pixels of the viewport. */
export interface Tab {
  /** Uncaught errors of the pages so far. */
  readonly errors: string[];
  /** Opens a URL and waits until it is loaded. A failed load isn't an error: the row looks at what the reader sees. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression in the page; promises are awaited while JavaScript is on. */
  evaluate(expression: string): Promise<unknown>;
  move(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Presses a key, such as `Enter` or `Control+k`. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Changes the device under an open page. Throws where the driver has no way to do it. */
  emulate(change: Partial<Emulation>): Promise<void>;
  /** A picture of the viewport, as PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** Name and version, as the browser reports them. */
  readonly version: string;
  /**
   * Whether scripts that a driver puts into a page run before the page's own. Where they can't, the server of the
   * row puts them into the HTML.
   */
  readonly reportsErrors: boolean;
  open(settings: Settings): Promise<Tab>;
  close(): Promise<void>;
}
