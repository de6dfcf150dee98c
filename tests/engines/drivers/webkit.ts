import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../support/free-port.ts';
import type { Engine, Settings, Tab } from '../engine.ts';
import { within } from '../../../src/offline/protocol/within.ts';

/** MiniBrowser's window has a toolbar above the page. */
const SCREEN = '1600x1200x24';

const SMALL = { width: 800, height: 600 };

const START_LIMIT = 15_000;

const MOST_STARTS = 4;

const LOAD_LIMIT = 20_000;

const children = new Set<ChildProcess>();
const endChildren = () => children.forEach((child) => child.kill());
process.on('exit', endChildren);

/** WebKitGTK: MiniBrowser, driven by WebKitWebDriver, on an X server of its own. */
export async function startWebKit(miniBrowser: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-home-'));
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  endWithThisProcess(screen);
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const environment = { ...process.env, DISPLAY: `:${number.toString().trim()}`, HOME: home };
  const open = (settings: Settings) => startSession(miniBrowser, environment, settings);
  const first = await open({
    colorScheme: 'light',
    javaScript: true,
    prerendering: false,
    storage: 'allowed',
    viewport: SMALL,
  });
  const capabilities = await first.driver.getCapabilities();
  await first.close();
  return {
    name: 'webkit',
    version: `WebKitGTK ${String(capabilities.get('browserVersion'))}`,
    reportsErrors: false,
    open: async (settings) => openTab(await open(settings), settings),
    close: async () => {
      endChildren();
      await rm(home, { recursive: true, force: true });
    },
  };
}

interface Session {
  driver: WebDriver;
  close: () => Promise<void>;
}

/** Starts a browser with a driver of its own, since one driver has one session. */
async function startSession(
  miniBrowser: string,
  environment: NodeJS.ProcessEnv,
  settings: Settings,
): Promise<Session> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const program = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: environment });
    endWithThisProcess(program);
    await listens(port);
    // On a busy machine the driver now and then waits forever for a browser that it has started.
    const limit = setTimeout(() => program.kill(), START_LIMIT);
    try {
      const driver = await connectTo(port, miniBrowser, settings);
      const close = async () => {
        await driver.quit();
        program.kill();
      };
      return { driver, close };
    } catch (error) {
      program.kill();
      if (tries === MOST_STARTS) throw error;
    } finally {
      clearTimeout(limit);
    }
  }
}

async function connectTo(port: number, miniBrowser: string, settings: Settings): Promise<WebDriver> {
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // The rows wait for what they need, and some act while a page is on its way.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary: miniBrowser, args: argumentsFor(settings) },
    })
    .build();
}

/** Longest time, in milliseconds, for a question to a page. */
const SCRIPT_LIMIT = 5_000;

/** Each session is private and begins empty. Blocked storage is the row's server's task: no option makes it throw. */
function argumentsFor({ colorScheme, javaScript }: Settings): string[] {
  return [
    '--automation',
    ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
    `--enable-javascript=${javaScript}`,
  ];
}

async function openTab({ driver, close }: Session, { viewport }: Settings): Promise<Tab> {
  await resize(driver, viewport);
  // Without JavaScript, a question that a navigation interrupts gets no reply.
  await driver.manage().setTimeouts({ script: SCRIPT_LIMIT });
  const evaluate = (expression: string) =>
    within(
      (2 * SCRIPT_LIMIT) / 1_000,
      driver.executeScript(`return (${expression})`),
      new Error('The driver did not respond.'),
    );
  const pointer = { duration: 0, origin: Origin.VIEWPORT };
  return {
    errors: [],
    evaluate,
    goto: async (url) => arrival(evaluate, () => driver.get(url)),
    reload: () => arrival(evaluate, () => driver.navigate().refresh()),
    back: () => arrival(evaluate, () => driver.navigate().back()),
    move: (x, y) =>
      driver
        .actions()
        .move({ ...pointer, x, y })
        .perform(),
    click: (x, y) =>
      driver
        .actions()
        .move({ ...pointer, x, y })
        .click()
        .perform(),
    press: async (key) => {
      const [last = '', ...held] = key.split('+').reverse().map(keyOf);
      const actions = driver.actions();
      for (const each of held.toReversed()) actions.keyDown(each);
      actions.keyDown(last).keyUp(last);
      for (const each of held) actions.keyUp(each);
      await actions.perform();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    emulate: () => Promise.reject(new Error('WebKitWebDriver changes nothing of the device under a page.')),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close,
  };
}

/** The code point that WebDriver has for a key: `ArrowDown` is Selenium's `ARROW_DOWN`. */
function keyOf(key: string): string {
  if (key.length === 1) return key;
  const code = (Key as unknown as Record<string, string>)[
    key.replace(/(?<=[a-z])(?=[A-Z])/, '_').toUpperCase()
  ];
  if (code === undefined) throw new Error(`Selenium has no key ${key}.`);
  return code;
}

/** Makes the page as large as asked; MiniBrowser's toolbar keeps windows from getting narrower than 447 px. */
async function resize(driver: WebDriver, { width, height }: Settings['viewport']) {
  const window = driver.manage().window();
  await window.setRect({ width, height });
  const inner = await driver.executeScript<number>('return innerHeight');
  await window.setRect({ width, height: height + height - inner });
}

/** Starts a load and waits until another document, or the same one again, is complete. */
async function arrival(evaluate: Tab['evaluate'], start: () => Promise<void>): Promise<void> {
  const began = () => evaluate('performance.timeOrigin').catch(() => undefined);
  const before = await began();
  await start();
  const end = Date.now() + LOAD_LIMIT;
  while (Date.now() < end) {
    const state = await evaluate('document.readyState').catch(() => 'loading');
    if (state === 'complete' && (await began()) !== before) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until something accepts connections on a port. */
async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['connect']),
      once(socket, 'error').then(() => ['error']),
    ]).catch(() => ['error']);
    socket.destroy();
    if (event === 'connect') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver did not start within ten seconds.');
}

function endWithThisProcess(child: ChildProcess) {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
