import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import type { Engine, Settings, Tab } from '../engine.ts';
import { WebDriverSession } from './webdriver.ts';

/** MiniBrowser's window has a toolbar above the page. */
const SCREEN = '1600x1200x24';

/** Starts take a second or two, but rarely one never ends: then another driver and browser are started. */
const START_LIMIT = 10_000;

const STARTS = 3;

const LOAD_LIMIT = 20_000;

const children = new Set<ChildProcess>();
const endChildren = () => children.forEach((child) => child.kill());
process.on('exit', endChildren);

/** WebKitGTK: MiniBrowser, driven by WebKitWebDriver, on its own X server. */
export async function startWebKit(miniBrowser: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-home-'));
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.add(screen);
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const environment = { ...process.env, DISPLAY: `:${number.toString().trim()}`, HOME: home };
  return {
    name: 'webkit',
    reportsErrors: false,
    open: async (settings) => {
      const { session, close } = await startSession(miniBrowser, environment, settings);
      await resize(session, settings.viewport);
      return tabOf(session, close);
    },
    close: async () => {
      endChildren();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts a driver and a browser, since one driver has one session. */
async function startSession(
  miniBrowser: string,
  env: NodeJS.ProcessEnv,
  settings: Settings,
  starts = STARTS,
): Promise<{ session: WebDriverSession; close: () => Promise<void> }> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  children.add(driver);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => undefined))) await sleep(50);
  const capabilities = {
    browserName: 'MiniBrowser',
    // The rows wait for what they need, and some act while a page loads.
    pageLoadStrategy: 'none',
    // Without JavaScript, a script that a navigation interrupts gets no reply.
    timeouts: { script: 5_000 },
    'webkitgtk:browserOptions': { binary: miniBrowser, args: argumentsFor(settings) },
  };
  const endDriver = () => {
    driver.kill();
    children.delete(driver);
  };
  try {
    const session = await WebDriverSession.start(url, capabilities, START_LIMIT);
    const close = () => session.close().finally(endDriver);
    return { session, close };
  } catch (error) {
    endDriver();
    if (starts === 1) throw error;
    return startSession(miniBrowser, env, settings, starts - 1);
  }
}

/** Each session is private and starts empty. The row's server blocks storage, because no option makes it throw. */
function argumentsFor({ colorScheme, javaScript }: Settings): string[] {
  return [
    '--automation',
    ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
    `--enable-javascript=${javaScript}`,
  ];
}

function tabOf(session: WebDriverSession, close: () => Promise<void>): Tab {
  return {
    errors: [],
    evaluate: (expression) => session.evaluate(expression),
    goto: (url) => arrival(session, () => session.post('url', { url })),
    reload: () => arrival(session, () => session.post('refresh')),
    move: (x, y) => session.point(x, y, false),
    click: (x, y) => session.point(x, y, true),
    press: (key) => session.press(key),
    type: (text) => session.type(text),
    emulate: () => Promise.reject(new Error('WebKitWebDriver emulates no device.')),
    screenshot: async () => Buffer.from((await session.get('screenshot')) as string, 'base64'),
    close,
  };
}

/** Sets the size of the page. MiniBrowser's toolbar keeps windows at least 447 px wide. */
async function resize(session: WebDriverSession, { width, height }: Settings['viewport']) {
  await session.post('window/rect', { width, height });
  const inner = (await session.evaluate('innerHeight')) as number;
  await session.post('window/rect', { width, height: height + height - inner });
}

/** Starts a load and waits until another document, or the same one again, is complete. */
async function arrival(session: WebDriverSession, start: () => Promise<unknown>): Promise<void> {
  const startOf = () => session.evaluate('performance.timeOrigin').catch(() => undefined);
  const before = await startOf();
  await start();
  const end = Date.now() + LOAD_LIMIT;
  while (Date.now() < end) {
    const state = await session.evaluate('document.readyState').catch(() => 'loading');
    if (state === 'complete' && (await startOf()) !== before) return;
    await sleep(20);
  }
}
