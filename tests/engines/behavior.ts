import type { HostFront } from '../support/host-front.ts';
import type { EngineName, Settings } from './engine.ts';
import type { Page } from './page.ts';

/** What a behavior is proved with: nothing of it is shared with another row. */
export interface Row {
  engine: EngineName;
  page: Page;
  /** The built site on a port, and thus an origin, of this row alone, with the headers of a real host. */
  server: HostFront;
  /** Opens a tab of another reader: with an empty profile and, if given, other settings. */
  open: (settings: Partial<Settings>) => Promise<Page>;
}

/** What an engine can't do, and what its readers get in place of it. */
export interface Exception {
  /** Why not; a sentence for the table. */
  reason: string;
  /** The fallback, as a row of its own. */
  instead: Omit<Behavior, 'cannot'>;
}

/** A row of the table: proved in every engine, or replaced by its fallback in engines that can't do it. */
export interface Behavior {
  /** A sentence of the specification. */
  title: string;
  settings?: Partial<Settings>;
  /** Uncaught errors that the row causes; all others fail it. */
  causes?: RegExp;
  /** What the policy must block in the row; anything else that it blocks fails the row. */
  blocks?: RegExp;
  run: (row: Row) => Promise<void>;
  cannot?: Partial<Record<EngineName, Exception>>;
}

/** Behaviors of one subject. */
export interface Subject {
  name: string;
  behaviors: Behavior[];
}
