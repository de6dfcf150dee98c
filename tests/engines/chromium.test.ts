import { proveTable } from './prove.ts';

proveTable('chromium');
