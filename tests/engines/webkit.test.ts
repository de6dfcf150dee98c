import { proveTable } from './prove.ts';

proveTable('webkit', 'behaviors');
