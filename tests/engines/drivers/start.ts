import { findEngine } from '../../support/engines.ts';
import type { Engine, EngineName } from '../engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const starts: Record<EngineName, (path: string) => Promise<Engine>> = {
  firefox: startFirefox,
  webkit: startWebKit,
};

/**
 * Starts the installed browser of an engine.
 *
 * @throws Error if it isn't installed.
 */
export function startEngine(name: EngineName): Promise<Engine> {
  const path = findEngine(name);
  if (path === undefined) throw new Error(`${name} isn't installed: see docs/testing.md.`);
  return starts[name](path);
}
