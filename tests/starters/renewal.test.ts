import { testRenewals } from './support/renewal.ts';

testRenewals(['JavaScript', 'Python']);
