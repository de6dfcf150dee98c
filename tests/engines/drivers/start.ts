import { findEngine } from '../../support/engines.ts';
import type { Engine, EngineName } from '../engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const starts: Record<EngineName, (path: string) => Promise<Engine>> = {
  firefox: startFirefox,
  webkit: startWebKit,
};

/** Starts the installed browser of an engine. */
export const startEngine = (name: EngineName): Promise<Engine> => starts[name](findEngine(name)!);
