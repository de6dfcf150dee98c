import { proveTable } from './prove.ts';

proveTable('firefox', 'more');
