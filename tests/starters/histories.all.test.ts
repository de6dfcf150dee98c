import { startPostgres } from '../support/postgres.ts';
import { testHistories } from './support/run-histories.ts';
import { starters } from './support/starters.ts';

const labels = starters.map(({ label }) => label);

testHistories(labels, { count: 1_000 });
testHistories(labels, { count: 200, kills: true });
testHistories(['JavaScript', 'Python'], { count: 1_000, database: startPostgres });
testHistories(['JavaScript', 'Python'], { count: 200, kills: true, database: startPostgres });
