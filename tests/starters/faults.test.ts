import { testFaults } from './support/faults.ts';

testFaults(['JavaScript', 'Python']);
