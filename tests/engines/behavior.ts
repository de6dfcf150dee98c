import type { EngineName, Settings } from './engine.ts';
import type { Page } from './page.ts';
import type { PolicyServer } from './policy-server.ts';

/** What a row of the table is tested with. No other row shares any of it. */
export interface Row {
  engine: EngineName;
  page: Page;
  /** The built site on its own port, and thus origin, with failures that the row controls. */
  server: PolicyServer;
}

/** A row of the table. */
export interface Behavior {
  title: string;
  settings?: Partial<Settings>;
  /** The only engine that can do it, or whose driver can show it. */
  only?: EngineName;
  /** Uncaught errors that the row causes; all others fail it. */
  causes?: RegExp;
  /** What the policy must block in the row; anything else that it blocks fails the row. */
  blocks?: RegExp;
  run: (row: Row) => Promise<void>;
}

/** Behaviors of one subject. */
export interface Subject {
  name: string;
  /** What engines are most likely to do differently, for `npm test`. */
  behaviors: Behavior[];
  /** The rest, for `npm run test:all`. */
  more?: Behavior[];
}
