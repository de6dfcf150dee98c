import { testHistories } from './support/run-histories.ts';

testHistories(['JavaScript', 'Python'], { count: 100 });
