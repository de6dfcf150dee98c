import { findEngine } from '../../support/engines.ts';
import type { Engine, EngineName } from '../engine.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const starts: Record<EngineName, (path: string) => Promise<Engine>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
};

/** Starts the installed browser of an engine. */
export function startEngine(name: EngineName): Promise<Engine> {
  const path = findEngine(name);
  if (path === undefined)
    throw new Error(`${name} is not installed. "npm run test:engines" says how to install it.`);
  return starts[name](path);
}
