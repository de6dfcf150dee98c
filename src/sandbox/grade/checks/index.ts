import type { Row, Rows } from '../row.ts';
import { consents } from './consents.ts';
import { events } from './events.ts';
import { failures } from './failures.ts';
import { reading } from './reading.ts';
import { removal } from './removal.ts';
import { tokens } from './tokens.ts';

const all = { ...tokens, ...consents, ...events, ...reading, ...failures, ...removal };

/** The name of a row. */
export type RowName = keyof typeof all;

/** All rows with their names, in the order of the go-live checklist. */
export const rows: Rows & Readonly<Record<RowName, Row>> = all;
